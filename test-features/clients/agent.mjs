// node agent.mjs BASE_URL KEY FOLDER MODEL: an agent of `ai` that works in FOLDER with tools of its own, which read, edit
// and run; prints one JSON object: what it did, step by step, and its last words.
import { createRequire } from 'node:module';
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const packages = createRequire(process.env.OLP_TEST_CLIENTS + '/');
const { streamText, tool, stepCountIs, jsonSchema } = packages('ai');
const { createOpenAICompatible } = packages('@ai-sdk/openai-compatible');
const [baseURL, apiKey, folder, model] = process.argv.slice(2);
const olp = createOpenAICompatible({ name: 'olp', baseURL, apiKey, includeUsage: true });

function offered(description, names, execute) {
  const properties = Object.fromEntries(names.map((name) => [name, { type: 'string' }]));
  return tool({ description, inputSchema: jsonSchema({ type: 'object', properties, required: names }), execute });
}

const tools = {
  read_file: offered('Reads a file.', ['path'], ({ path }) => readFileSync(join(folder, path), 'utf8')),
  edit_file: offered('Replaces a text in a file.', ['path', 'old', 'new'], ({ path, old, new: replacement }) => {
    const text = readFileSync(join(folder, path), 'utf8');
    if (!text.includes(old)) throw new Error(`no such text in ${path}`);
    writeFileSync(join(folder, path), text.replace(old, replacement));
    return 'edited';
  }),
  run: offered('Runs a script with node.', ['path'], ({ path }) =>
    execFileSync(process.execPath, [join(folder, path)], { encoding: 'utf8', env: {} })),
};
const session = streamText({
  model: olp(model),
  system: 'Be brief.',
  prompt: '{{script}} sum.mjs says 1 and should say 5. Mend it.',
  tools,
  stopWhen: stepCountIs(10),
  maxRetries: 0,
});
await session.consumeStream();
const steps = await session.steps;
console.log(JSON.stringify({
  steps: steps.map((step) => ({
    finish: step.finishReason,
    calls: step.toolCalls.map((call) => `${call.toolName} ${JSON.stringify(call.input)}`),
    tokens: step.usage.totalTokens,
  })),
  text: await session.text,
}));
