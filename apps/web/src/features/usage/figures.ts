import type { UsageFigures } from '@heddle/contracts/usage/usage-report'

export const sumTokens = ({ input_tokens: input, output_tokens: output }: UsageFigures): number => input + output

/** Runs that ended by no wish of the user. */
export const countFailures = ({ outcomes: { failed, interrupted } }: UsageFigures): number => failed + interrupted
