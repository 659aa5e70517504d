// node openai-tools.mjs BASE_URL KEY MODEL...: with each model a loop of two parallel calls, whole and streamed, and one
// whose tool failed; then a stream that is left at its first call; prints one JSON object.
import { createRequire } from 'node:module';

const packages = createRequire(process.env.OLP_TEST_CLIENTS + '/');
const { default: OpenAI } = packages('openai');
const [baseURL, apiKey, ...models] = process.argv.slice(2);
const client = new OpenAI({ baseURL, apiKey, maxRetries: 0 });
const parameters = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'], additionalProperties: false };
const tools = ['get_weather', 'get_time'].map((name) => ({ type: 'function', function: { name, description: `Tells: ${name}`, parameters } }));
const question = { role: 'user', content: '{{calls}} How is it in Oslo?' };

function seen(message, finish) {
  return {
    finish,
    content: message.content,
    calls: message.tool_calls.map((call) => ({ name: call.function.name, arguments: JSON.parse(call.function.arguments), id: call.id })),
  };
}

async function answered(model, message, result) {
  const results = message.tool_calls.map((call) => ({ role: 'tool', tool_call_id: call.id, content: result }));
  const last = await client.chat.completions.create({ model, tools, messages: [question, message, ...results] });
  return { text: last.choices[0].message.content, finish: last.choices[0].finish_reason };
}

const loops = {};
for (const model of models) {
  const whole = await client.chat.completions.create({ model, tools, messages: [question] });
  const stream = client.chat.completions.stream({ model, tools, messages: [question] });
  const streamed = await stream.finalChatCompletion();
  loops[model] = {
    whole: seen(whole.choices[0].message, whole.choices[0].finish_reason),
    streamed: seen(streamed.choices[0].message, streamed.choices[0].finish_reason),
    answer: await answered(model, whole.choices[0].message, 'It snows.'),
    failed: await answered(model, streamed.choices[0].message, 'Error: no such city'),
  };
  const left = await client.chat.completions.create({ model, tools, messages: [question], stream: true });
  for await (const chunk of left) {
    if (chunk.choices[0]?.delta?.tool_calls) break;
  }
}
console.log(JSON.stringify({ loops }));
