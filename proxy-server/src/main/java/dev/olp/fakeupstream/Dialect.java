package dev.olp.fakeupstream;

/** The shapes of one provider's API. Pure. */
interface Dialect {

    /**
     * @param scenario one with an outcome of its own, not a choice like {@link Scenario#SCRIPT}
     * @param prompt what was asked
     * @param number of the request, from 1, for ids
     * @return what to do
     */
    Reply reply(Scenario scenario, Prompt prompt, long number);

    /** The answer's text in a scenario that has one. */
    static String answer(Scenario scenario, Prompt prompt) {
        return switch (scenario) {
            case ECHO -> prompt.lastUserText();
            case LONG -> Text.longAnswer();
            case EMPTY -> "";
            default -> Text.ANSWER;
        };
    }

    /** The faults below the dialect, made of a good stream. */
    static Reply transport(Scenario scenario, Reply.Response good) {
        return switch (scenario) {
            case HANG_HEADERS -> new Reply.Silence();
            case CLOSE -> new Reply.HangUp();
            case HANG_FIRST -> good.cutAfter(1, Reply.Ending.HANG);
            case HANG_MID -> good.cutAfter(middle(good), Reply.Ending.HANG);
            case CUT -> good.cutAfter(middle(good), Reply.Ending.ABORT);
            case CUT_CLEAN -> good.cutAfter(middle(good), Reply.Ending.COMPLETE);
            case HTML502 ->
                Reply.whole(
                        502, "text/html", "<html><head><title>502 Bad Gateway</title></head><body>nginx</body></html>");
            default -> good;
        };
    }

    private static int middle(Reply.Response good) {
        return good.parts().size() / 2;
    }
}
