// node ai-sdk.mjs BASE_URL KEY MODEL...: as openai.mjs, with `ai` and `@ai-sdk/openai-compatible`.
import { createRequire } from 'node:module';

const packages = createRequire(process.env.OLP_TEST_CLIENTS + '/');
const { generateText, streamText, APICallError } = packages('ai');
const { createOpenAICompatible } = packages('@ai-sdk/openai-compatible');
const [baseURL, apiKey, ...models] = process.argv.slice(2);
const olp = createOpenAICompatible({ name: 'olp', baseURL, apiKey, includeUsage: true });
const asked = { system: 'Be terse.', prompt: 'hello', maxRetries: 0 };

async function refusal(call) {
  try {
    return { answered: (await call).text };
  } catch (e) {
    return {
      class: APICallError.isInstance(e) ? 'APICallError' : e.constructor.name,
      status: e.statusCode,
      code: e.data?.error?.code,
      type: e.data?.error?.type,
      message: e.message,
    };
  }
}

const chats = {};
for (const model of models) {
  const whole = await generateText({ model: olp(model), ...asked });
  const stream = streamText({ model: olp(model), ...asked });
  let text = '';
  let deltas = 0;
  for await (const delta of stream.textStream) {
    text += delta;
    deltas += 1;
  }
  chats[model] = {
    whole: { text: whole.text, finish: whole.finishReason, tokens: whole.usage.totalTokens },
    streamed: { text, finish: await stream.finishReason, tokens: (await stream.usage).totalTokens, deltas },
  };
}
const stranger = createOpenAICompatible({ name: 'olp', baseURL, apiKey: 'wrong' });
console.log(JSON.stringify({
  chats,
  badKey: await refusal(generateText({ model: stranger(models[0]), ...asked })),
  badModel: await refusal(generateText({ model: olp('no-such-model'), ...asked })),
  limited: await refusal(generateText({ model: olp(models[0]), ...asked, prompt: '{{429-limit}}' })),
}));
