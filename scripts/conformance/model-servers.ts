// The model servers of `pnpm conformance models`: llama.cpp's own with a model that says fixed texts, and LiteLLM as a proxy before it.
import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { type Child, type ChildOptions, startChild } from '../processes/child.ts'
import { claimPort } from '../processes/port.ts'
import { runProgram } from '../processes/program.ts'
import { waitUntilReady } from '../processes/ready.ts'
import { StartError } from '../processes/start-lock.ts'
import { installPackages } from './python.ts'

export const llamaPackages = ['xllamacpp==2026.10.11549', 'gguf==0.19.0', 'numpy==2.4.6']
// Not 1.82.7, 1.82.8 or 1.107.x, which were published with malicious code.
export const litellmPackages = ['litellm[proxy]==1.82.6']

/** Of all slots together. */
const contextTokens = 65_536
const slots = 2
const maxStartMs = 180_000

const fileHere = (name: string) => join(import.meta.dirname, name)

export type ServerOptions = {
  readonly dataDir: string
  readonly signal: AbortSignal
}

/** Starts a server and waits until it responds at `url`; one that never does is stopped. */
async function startServer(options: ChildOptions, url: string, signal: AbortSignal): Promise<Child> {
  const child = startChild(options)
  try {
    await waitUntilReady(url, child, { signal, maxMs: maxStartMs })
  } catch (error) {
    await child.stop()
    throw error
  }
  return child
}

const Slots = z.array(z.object({ is_processing: z.boolean() }))

export type LlamaServer = Awaited<ReturnType<typeof startLlama>>

/** Writes the model and starts the server of llama.cpp. */
export async function startLlama({ dataDir, signal }: ServerOptions) {
  const python = join(await installPackages(llamaPackages), 'python')
  const model = join(dataDir, 'scripted.gguf')
  const made = await runProgram(python, [fileHere('make-model.py'), fileHere('scripted-texts.json'), model])
  if (made.code !== 0) throw new StartError(`The model could not be made: ${made.output}`)
  const port = await claimPort('127.0.0.1', 0)
  const origin = `http://127.0.0.1:${port}`
  const apiKey = `sk-${randomBytes(16).toString('hex')}`
  const headers = { authorization: `Bearer ${apiKey}` }

  const program: ChildOptions = {
    name: 'llama.cpp',
    program: python,
    args: [fileHere('serve-model.py'), model, String(port), apiKey, String(contextTokens), String(slots)],
    env: process.env,
    logFile: join(dataDir, 'logs/llama.log'),
  }
  const start = () => startServer(program, `${origin}/health`, signal)

  let child = await start()
  return {
    name: 'llama.cpp',
    baseUrl: `${origin}/v1`,
    apiKey,
    slots,
    slotTokens: contextTokens / slots,
    /** Ends it like a power cut. */
    crash: () => child.crash(),
    async restart() {
      child = await start()
    },
    stop: () => child.stop(),
    async isIdle() {
      const response = await fetch(`${origin}/slots`, { headers, signal })
      return Slots.parse(await response.json()).every(({ is_processing: isProcessing }) => !isProcessing)
    },
    /** Returns how many tokens it has generated since it was started. */
    async countGenerated() {
      const text = await (await fetch(`${origin}/metrics`, { headers, signal })).text()
      return Number(/^llamacpp:tokens_predicted_total (\d+)/m.exec(text)?.[1])
    },
  }
}

/** Starts LiteLLM with one model, that of the server behind it. */
export async function startLiteLlm({ dataDir, signal }: ServerOptions, { baseUrl, apiKey }: LlamaServer) {
  const program = join(await installPackages(litellmPackages), 'litellm')
  const port = await claimPort('127.0.0.1', 0)
  const ownKey = `sk-${randomBytes(16).toString('hex')}`
  const config = join(dataDir, 'litellm.yaml')
  // JSON is YAML.
  await writeFile(
    config,
    JSON.stringify({
      model_list: [{ model_name: 'scripted', litellm_params: { model: 'openai/scripted', api_base: baseUrl, api_key: apiKey } }],
      litellm_settings: { num_retries: 0, telemetry: false },
      general_settings: { master_key: ownKey },
    }),
  )
  const origin = `http://127.0.0.1:${port}`
  const options: ChildOptions = {
    name: 'LiteLLM',
    program,
    args: ['--config', config, '--host', '127.0.0.1', '--port', String(port)],
    // Its prices come with it instead of from the internet.
    env: { ...process.env, LITELLM_LOCAL_MODEL_COST_MAP: 'True' },
    logFile: join(dataDir, 'logs/litellm.log'),
  }
  const child = await startServer(options, `${origin}/health/liveliness`, signal)
  return { name: 'LiteLLM', baseUrl: `${origin}/v1`, apiKey: ownKey, stop: () => child.stop() }
}
