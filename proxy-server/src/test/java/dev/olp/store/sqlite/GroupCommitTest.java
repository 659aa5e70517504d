package dev.olp.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.olp.store.StoreException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntPredicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GroupCommitTest {
    private static final int WRITERS = 30;
    private static final int THROWS = 7;

    @TempDir
    Path folder;

    private final AtomicInteger transactions = new AtomicInteger();
    private final AtomicBoolean broken = new AtomicBoolean();
    private final List<Integer> written = new CopyOnWriteArrayList<>();
    private final CountDownLatch others = new CountDownLatch(1);
    private SqliteDatabase database;
    private GroupCommit<List<Integer>> commits;

    @BeforeEach
    void open() {
        database = SqliteDatabase.open(folder.resolve("olp.db"), Schema.USAGE);
        commits = new GroupCommit<>(database, new Counting());
    }

    @AfterEach
    void close() {
        others.countDown();
        database.close();
    }

    @Test
    void writers_that_come_meanwhile_share_the_next_transaction() throws Exception {
        List<FutureTask<Integer>> writers = writersBehindOne();

        others.countDown();

        for (int i = 0; i < WRITERS; i++) {
            assertThat(writers.get(i).get()).isEqualTo(i);
        }
        assertThat(transactions).hasValue(2);
    }

    @Test
    void all_of_a_transaction_that_is_not_committed_are_told_and_the_next_one_is_not() throws Exception {
        List<FutureTask<Integer>> writers = writersBehindOne();
        broken.set(true);

        others.countDown();

        for (FutureTask<Integer> writer : writers) {
            assertThatThrownBy(writer::get).hasCauseInstanceOf(StoreException.class);
        }
        broken.set(false);
        assertThat(rowsBefore()).isZero();
    }

    @Test
    void who_throws_is_told_and_nobody_else() throws Exception {
        List<FutureTask<Integer>> writers = writersBehindOne(own -> own == THROWS);

        others.countDown();

        for (int i = 0; i < WRITERS; i++) {
            if (i == THROWS) {
                assertThatThrownBy(writers.get(i)::get).hasRootCauseMessage("writer " + i);
            } else {
                assertThat(writers.get(i).get()).isEqualTo(i);
            }
        }
        assertThat(transactions).hasValue(2);
        assertThat(written).hasSize(WRITERS - 1).doesNotContain(THROWS);
    }

    @Test
    void one_alone_waits_for_nobody() {
        others.countDown();

        assertThat(rowsBefore()).isZero();
        assertThat(rowsBefore()).isZero();
        assertThat(transactions).hasValue(2);
    }

    private int rowsBefore() {
        return commits.write(List::size);
    }

    /** One is in the middle of its transaction; the others wait. */
    private List<FutureTask<Integer>> writersBehindOne() {
        return writersBehindOne(_ -> false);
    }

    private List<FutureTask<Integer>> writersBehindOne(IntPredicate throwing) {
        List<FutureTask<Integer>> writers = new ArrayList<>();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < WRITERS; i++) {
            int own = i;
            FutureTask<Integer> writer = new FutureTask<>(() -> commits.write(shared -> {
                if (throwing.test(own)) {
                    throw new IllegalStateException("writer " + own);
                }
                shared.add(own);
                return own;
            }));
            writers.add(writer);
            threads.add(Thread.ofPlatform().daemon().start(writer));
            await().until(() -> transactions.get() == 1);
        }
        await().until(() -> threads.stream().allMatch(thread -> thread.getState() == Thread.State.WAITING));
        return writers;
    }

    private final class Counting implements GroupCommit.Shared<List<Integer>> {
        @Override
        public List<Integer> begin(Connection connection) throws SQLException {
            transactions.incrementAndGet();
            try {
                others.await();
            } catch (InterruptedException e) {
                throw new SQLException(e);
            }
            return new ArrayList<>();
        }

        @Override
        public void end(List<Integer> context) throws SQLException {
            if (broken.get()) {
                throw new SQLException("broken");
            }
            written.addAll(context);
        }
    }
}
