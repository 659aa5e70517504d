// node openai.mjs BASE_URL KEY MODEL...: a whole and a streamed chat with each model, and what the client makes of two
// refusals; prints one JSON object. The packages lie in the folder that OLP_TEST_CLIENTS names.
import { createRequire } from 'node:module';

const packages = createRequire(process.env.OLP_TEST_CLIENTS + '/');
const { default: OpenAI } = packages('openai');
const { zodResponseFormat } = packages('openai/helpers/zod');
const { z } = packages('zod');
const [baseURL, apiKey, ...models] = process.argv.slice(2);
const client = new OpenAI({ baseURL, apiKey, maxRetries: 0 });
const messages = [{ role: 'system', content: 'Be terse.' }, { role: 'user', content: 'hello' }];

async function refusal(call) {
  try {
    return { answered: await call };
  } catch (e) {
    return { class: e.constructor.name, status: e.status, code: e.code, type: e.type, message: e.message };
  }
}

const chats = {};
for (const model of models) {
  const whole = await client.chat.completions.create({ model, messages });
  const stream = await client.chat.completions.create({
    model, messages, stream: true, stream_options: { include_usage: true },
  });
  let text = '';
  let deltas = 0;
  let finish = null;
  let usage = null;
  for await (const chunk of stream) {
    const choice = chunk.choices[0];
    if (choice?.delta?.content) {
      text += choice.delta.content;
      deltas += 1;
    }
    finish = choice?.finish_reason ?? finish;
    usage = chunk.usage ?? usage;
  }
  // the fake echoes the prompt, which is the document
  const parsed = await client.chat.completions.parse({
    model,
    messages: [{ role: 'user', content: '{"town":"{{echo}}","size":3}' }],
    response_format: zodResponseFormat(z.object({ town: z.string(), size: z.number() }), 'place'),
  });
  chats[model] = {
    parsed: parsed.choices[0].message.parsed,
    whole: { text: whole.choices[0].message.content, finish: whole.choices[0].finish_reason, tokens: whole.usage.total_tokens },
    streamed: { text, finish, tokens: usage?.total_tokens, deltas },
  };
}
const listed = [];
for await (const model of client.models.list()) listed.push(model.id);
console.log(JSON.stringify({
  chats,
  listed,
  badKey: await refusal(new OpenAI({ baseURL, apiKey: 'wrong', maxRetries: 0 }).chat.completions.create({ model: models[0], messages })),
  badModel: await refusal(client.chat.completions.create({ model: 'no-such-model', messages })),
  limited: await refusal(client.chat.completions.create({ model: models[0], messages: [{ role: 'user', content: '{{429-limit}}' }] })),
}));
