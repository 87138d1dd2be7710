// Writes packages/evaluation/src/gate/sensitivity.json: node packages/evaluation/src/testing/make-sensitivity.ts
import { writeFileSync } from 'node:fs'
import { setUps, simulateSensitivity } from './simulate-versions.ts'

const lines = setUps.map(
  (setUp) => `  ${JSON.stringify(simulateSensitivity(setUp)).replaceAll(/[:,]/g, '$& ').replace('{', '{ ').replace('}', ' }')}`,
)
writeFileSync(new URL('../gate/sensitivity.json', import.meta.url), `[\n${lines.join(',\n')}\n]\n`)
