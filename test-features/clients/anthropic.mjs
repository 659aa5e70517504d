// node anthropic.mjs BASE_URL KEY MODELS MODELS_WITH_TOOLS (each with commas between): chats, tools, a stream that is left, and
// what the client makes of failures; prints one JSON object. The packages lie in the folder that OLP_TEST_CLIENTS names.
import { createRequire } from 'node:module';

const packages = createRequire(process.env.OLP_TEST_CLIENTS + '/');
const { default: Anthropic } = packages('@anthropic-ai/sdk');
const [baseURL, apiKey, models, withTools] = process.argv.slice(2);
const client = new Anthropic({ baseURL, apiKey, maxRetries: 0 });
const history = [
  { role: 'user', content: 'Say a.' },
  { role: 'assistant', content: [{ type: 'text', text: 'a' }] },
];
const tools = ['weather', 'time'].map((name) => ({
  name,
  description: 'Tells the ' + name + '.',
  input_schema: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
}));

async function failure(call) {
  try {
    return { answered: await call() };
  } catch (e) {
    return { class: e.constructor.name, status: e.status ?? null, type: e.error?.error?.type ?? null, requestId: e.requestID ?? null };
  }
}

function told(message) {
  return { content: message.content, stop: message.stop_reason, usage: message.usage, requestId: message._request_id ?? null };
}

async function streamed(body) {
  const names = [];
  const stream = client.messages.stream(body);
  stream.on('streamEvent', (event) => names.push(event.type));
  const message = told(await stream.finalMessage());
  return { ...message, requestId: stream.request_id, names: [...new Set(names)] };
}

async function chat(model) {
  const body = { model, max_tokens: 3000, system: 'Be terse.', messages: [...history, { role: 'user', content: 'hello' }] };
  const thinking = { ...body, messages: [{ role: 'user', content: '{{thinking}}' }] };
  return { whole: told(await client.messages.create(body)), streamed: await streamed(body), thinking: await streamed(thinking) };
}

// two calls at once, one of whose results is an error
async function loop(model, ask) {
  const messages = [{ role: 'user', content: '{{calls}}' }];
  const body = { model, max_tokens: 3000, tools, messages };
  const calls = await ask(body);
  messages.push({ role: 'assistant', content: calls.content }, {
    role: 'user',
    content: calls.content.filter((block) => block.type === 'tool_use').map((block) => block.name === 'time'
      ? { type: 'tool_result', tool_use_id: block.id, content: 'no clock', is_error: true }
      : { type: 'tool_result', tool_use_id: block.id, content: [{ type: 'text', text: 'sunny' }] }),
  });
  return { calls, answer: await ask(body) };
}

async function left(model) {
  const stream = await client.messages.create({
    model, max_tokens: 3000, stream: true, messages: [{ role: 'user', content: '{{hang-mid}}' }],
  });
  let text = '';
  for await (const event of stream) {
    text += event.delta?.text ?? '';
    if (text) break;
  }
  stream.controller.abort();
  return text;
}

const each = async (names, work) => Object.fromEntries(await Promise.all(names.split(',').map(async (name) => [name, await work(name)])));
const model = models.split(',')[0];
const ask = (content, by = client) => by.messages.create({ model, max_tokens: 3000, messages: [{ role: 'user', content }] });
const whole = async (body) => told(await client.messages.create(body));
const listed = [];
for await (const entry of client.models.list()) listed.push(entry);
console.log(JSON.stringify({
  chats: await each(models, chat),
  loops: await each(withTools, (name) => loop(name, whole)),
  streamedLoops: await each(withTools, (name) => loop(name, streamed)),
  left: await left(model),
  listed,
  one: await client.models.retrieve('sonnet'),
  counted: await client.messages.countTokens({ model, messages: history.slice(0, 1) }),
  retried: told(await ask('{{script}}', new Anthropic({ baseURL, apiKey, maxRetries: 2 }))),
  badKey: await failure(() => ask('hello', new Anthropic({ baseURL, apiKey: 'wrong', maxRetries: 0 }))),
  badModel: await failure(() => client.messages.create({ model: 'no-such-model', max_tokens: 9, messages: history.slice(0, 1) })),
  failed: await failure(() => ask('{{529}}')),
  failedStreamed: await failure(() => streamed({ model, max_tokens: 3000, messages: [{ role: 'user', content: '{{529}}' }] })),
  brokenOff: await failure(() => streamed({ model, max_tokens: 3000, messages: [{ role: 'user', content: '{{sse-error}}' }] })),
  limited: await failure(() => ask('{{429-limit}}')),
}));
