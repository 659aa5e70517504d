package dev.olp.run;

import dev.olp.http.ClientGone;
import dev.olp.isolation.SandboxException;
import dev.olp.logins.LoginSource.NoLogin;
import dev.olp.provider.ChatRequest;
import dev.olp.provider.Fault;
import dev.olp.provider.FinishReason;
import dev.olp.run.Cancellation.Cancelled;
import org.jspecify.annotations.Nullable;

/**
 * Gets an answer in the format that its request asks for: the provider keeps it where its CLI can be told so, else the model
 * is told in words. An answer in another format is asked for once more; after that the client is told that there is none.
 *
 * @param enforced whether the CLI can be told of this request's format
 */
record FormattedTalk(ChatRequest chat, boolean enforced, Client client, UsageMeter meter) {
    /** Characters of an answer that the model is shown again. */
    static final int MAX_REPAIRED = 200_000;

    /** One talk with a child. */
    @FunctionalInterface
    interface Once {
        /** Null after a whole answer. */
        @Nullable
        Fault talk(ChatRequest chat, Client client)
                throws SandboxException, NoLogin, Cancelled, ClientGone, InterruptedException;
    }

    /** Null after a whole answer, or where the client was told that there is none in its format. */
    @Nullable
    Fault hold(Once once) throws SandboxException, NoLogin, Cancelled, ClientGone, InterruptedException {
        if (!chat.format().isJson()) {
            return once.talk(chat, client);
        }
        ChatRequest told = enforced ? chat : FormatWords.inWords(chat);
        FormatKeeper first = new FormatKeeper(client.listener(), chat.format(), enforced);
        Fault fault = once.talk(told, client.through(first));
        String complaint = first.complaint();
        if (fault != null || complaint == null) {
            return fault;
        }
        if (client.listener().shown()) {
            return Fault.of(Fault.Kind.WRONG_FORMAT, complaint);
        }
        if (first.text().length() <= MAX_REPAIRED) {
            ChatRequest again = FormatWords.again(told, first.text(), complaint);
            meter.again(InputEstimate.of(again));
            FormatKeeper second = new FormatKeeper(client.listener(), chat.format(), false);
            fault = once.talk(again, client.through(second));
            if (fault != null || second.complaint() == null) {
                return fault;
            }
        }
        client.listener().finished(FinishReason.WRONG_FORMAT, meter.current(), meter.estimated());
        return null;
    }
}
