// The content of a long chat: questions, and replies with code, tables and lists.

const code =
  '```ts\nexport function pick(warp: number[], weft: number[]) {\n  return warp.map((thread, index) => thread * (weft[index] ?? 1))\n}\n```'
const table = `| Fibre | Tenacity | Elongation |\n| --- | --- | --- |\n${'| Cotton | 3.0–4.9 cN/dtex | 3–7 % |\n| Silk | 2.6–3.5 cN/dtex | 15–25 % |\n'.repeat(4)}`
const prose = 'A **heddle** raises some threads of the warp, so that the shuttle passes *below* them; `weft` and warp cross there.'

/** Returns the message at an index of the chat; the even ones are questions. */
export function createContent(index: number): string {
  if (index % 2 === 0) return `Question ${index}: which fibre is the strongest when it is wet, and why?`
  const parts = [`## Answer ${index}`, prose, index % 4 === 1 ? code : table, `1. ${prose}\n2. ${prose}`, prose]
  return parts.join('\n\n')
}
