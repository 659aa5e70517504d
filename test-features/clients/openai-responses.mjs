// node openai-responses.mjs BASE_URL KEY MODEL TOOL_MODEL: what the openai client makes of the Responses API; prints one JSON
// object. TOOL_MODEL is of a provider that serves tools.
import { createRequire } from 'node:module';

const packages = createRequire(process.env.OLP_TEST_CLIENTS + '/');
const { default: OpenAI } = packages('openai');
const [baseURL, apiKey, model, toolModel] = process.argv.slice(2);
const client = new OpenAI({ baseURL, apiKey, maxRetries: 0 });

async function refusal(call) {
  try {
    return { answered: await call };
  } catch (e) {
    return { class: e.constructor.name, status: e.status, code: e.code, type: e.type, message: e.message };
  }
}

async function streamed(asked) {
  const stream = client.responses.stream(asked);
  const numbers = [];
  let text = '';
  for await (const event of stream) {
    numbers.push(event.sequence_number);
    if (event.type === 'response.output_text.delta') text += event.delta;
  }
  const response = await stream.finalResponse();
  return {
    text,
    // the helper gives no output_text where nothing is to be parsed
    final: response.output.flatMap((item) => item.content ?? []).map((part) => part.text).join(''),
    status: response.status,
    tokens: response.usage.total_tokens,
    gapless: numbers.every((number, i) => number === i),
    output: response.output,
  };
}

const whole = await client.responses.create({ model, instructions: 'Be terse.', input: 'hello' });
const next = await client.responses.create({ model, input: 'and?', previous_response_id: whole.id });
const read = await client.responses.retrieve(next.id);
await client.responses.delete(next.id);

const tools = ['one', 'two'].map((name) => ({
  type: 'function', name, strict: false, description: `The ${name}.`,
  parameters: { type: 'object', properties: { town: { type: 'string' } }, required: ['town'] },
}));
const asked = { model: toolModel, tools, input: [{ role: 'user', content: '{{calls}}' }] };
const called = await streamed(asked);
const outputs = called.output
  .filter((item) => item.type === 'function_call')
  .map((item) => ({ type: 'function_call_output', call_id: item.call_id, output: 'error: no such town' }));
const answered = await streamed({ ...asked, input: [...asked.input, ...called.output, ...outputs] });

let cancelled;
try {
  const stream = await client.responses.create({ model, input: '{{hang-mid}}', stream: true });
  for await (const event of stream) {
    if (event.type === 'response.output_text.delta') {
      stream.controller.abort();
      cancelled = true;
    }
  }
} catch (e) {
  cancelled = e.constructor.name;
}

console.log(JSON.stringify({
  whole: { text: whole.output_text, status: whole.status, tokens: whole.usage.total_tokens },
  streamed: await streamed({ model, input: 'hello' }),
  next: { text: next.output_text, previous: next.previous_response_id === whole.id, same: read.output_text === next.output_text },
  called: called.output.filter((item) => item.type === 'function_call').map((item) => [item.name, item.arguments, item.status]),
  answered: answered.final,
  cancelled,
  gone: await refusal(client.responses.retrieve(next.id)),
  badKey: await refusal(new OpenAI({ baseURL, apiKey: 'wrong', maxRetries: 0 }).responses.create({ model, input: 'hello' })),
  limited: await refusal(client.responses.create({ model, input: '{{429-limit}}' })),
  failed: await refusal(client.responses.create({ model, input: '{{500}}' })),
  midway: await refusal(streamed({ model, input: '{{sse-error}}' })),
}));
