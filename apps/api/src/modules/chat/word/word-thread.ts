// The program of the thread that writes a Word file: a long chat would hold up every other request of the process.
import { parentPort, workerData } from 'node:worker_threads'
import { writeWordChat, type WordChat } from './word-document.ts'

const bytes = await writeWordChat(workerData as WordChat)
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- A thread has no origin.
parentPort?.postMessage(bytes)
