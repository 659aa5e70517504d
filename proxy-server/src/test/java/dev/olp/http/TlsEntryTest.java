package dev.olp.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.embedded.EmbeddedChannel;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class TlsEntryTest {
    private final AtomicInteger reads = new AtomicInteger();

    @Test
    void nothing_is_read_while_much_waits_to_be_written() {
        EmbeddedChannel channel = new EmbeddedChannel();
        channel.config().setAutoRead(false);
        channel.pipeline()
                .addLast(new ChannelOutboundHandlerAdapter() {
                    @Override
                    public void read(ChannelHandlerContext context) {
                        reads.incrementAndGet();
                        context.read();
                    }
                })
                .addLast(new TlsEntry());

        channel.read();
        assertThat(reads).hasValue(1);

        writable(channel, false);
        channel.read();
        assertThat(reads).hasValue(1);

        writable(channel, true);
        assertThat(reads).as("what was held back").hasValue(2);
        assertThat(channel.close().isSuccess()).isTrue();
    }

    private static void writable(EmbeddedChannel channel, boolean writable) {
        channel.unsafe().outboundBuffer().setUserDefinedWritability(1, writable);
        channel.runPendingTasks();
    }
}
