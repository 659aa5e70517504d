package dev.olp.wire.responses;

import dev.olp.provider.FinishReason;
import dev.olp.provider.Part;
import dev.olp.provider.Thought;
import dev.olp.provider.Turn;
import dev.olp.wire.AnswerContent;
import dev.olp.wire.FormatRefusal;
import java.util.ArrayList;
import java.util.List;

/** The body of a response that is not streamed. */
public final class ResponseBody {
    private ResponseBody() {}

    /**
     * Renders it, UTF-8, its items in the order of the answer. That usage is an estimate stands in the header {@code
     * X-OLP-Usage}, not here.
     *
     * @param id without {@code resp_}
     * @param created seconds since 1970
     * @param keeping told where the response is to be kept
     */
    public static byte[] render(
            String id, long created, ResponsesRequest request, AnswerContent answer, Keeping keeping) {
        ResponseObject response = new ResponseObject(id, created, request);
        List<OutputItem> items = new ArrayList<>();
        for (Turn.Said said : answer.said()) {
            switch (said) {
                case Part.Text(String text) -> add(items, response, new OutputItem.Message(), text);
                case Thought thought -> add(items, response, OutputItem.Reasoning.of(thought), thought.text());
                case Turn.ToolCall call ->
                    add(
                            items,
                            response,
                            new OutputItem.Call(call.id(), request.names().of(call.name())),
                            call.arguments());
            }
        }
        if (answer.reason() == FinishReason.WRONG_FORMAT) {
            add(items, response, new OutputItem.Refusal(), FormatRefusal.SENTENCE);
        } else if (items.stream().allMatch(item -> item.kind() instanceof OutputItem.Reasoning)) {
            add(items, response, new OutputItem.Message(), "");
        }
        byte[] body = response.render(new ResponseObject.Ending(answer.reason(), null), items, answer.usage(), false);
        if (request.items() != null) {
            keeping.keep(body, Conversation.joined(request.items(), items));
        }
        return body;
    }

    private static void add(List<OutputItem> items, ResponseObject response, OutputItem.Kind kind, String content) {
        items.add(new OutputItem(kind, response.itemId(kind, items.size()), content));
    }
}
