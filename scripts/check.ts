// `pnpm check`: everything that can be said about the code without running it.
import { runChecks } from './checks.ts'

const { failed } = await runChecks()
process.exitCode = failed > 0 ? 1 : 0
