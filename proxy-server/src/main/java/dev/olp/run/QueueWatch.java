package dev.olp.run;

/** Port: told of who waits for a slot of one provider. Called under the line's lock at times, so it must not wait. */
public interface QueueWatch {
    /** Nobody looks. */
    QueueWatch UNWATCHED = new QueueWatch() {
        @Override
        public void entered(SlotRequest wanted, int position) {}

        @Override
        public void left(SlotRequest wanted, How how) {}
    };

    /**
     * It stands in the line from now on.
     *
     * @param position how many turns away it is, from 1
     */
    void entered(SlotRequest wanted, int position);

    /** It has a slot, or none; never told of who had one at once. */
    void left(SlotRequest wanted, How how);

    /** What became of a request that could not have a slot at once. */
    enum How {
        SERVED,
        /** It did not get in. */
        FULL,
        /** Its place was another key's part. */
        DISPLACED,
        TOO_OLD,
        /** It was cancelled, or its client lost. */
        GONE
    }
}
