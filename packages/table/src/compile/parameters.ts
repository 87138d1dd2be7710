// The values of a statement. Every value of a plan goes here and nowhere else; the statement has its number and type.

export type ParameterType = 'text' | 'text[]' | 'bigint' | 'double precision' | 'double precision[]' | 'date' | 'date[]' | 'boolean'
export type Parameter = string | number | boolean | readonly string[] | readonly number[]

export type Parameters = {
  /** Adds a value and returns the SQL that stands for it. */
  readonly add: (value: Parameter, type: ParameterType) => string
  readonly values: readonly Parameter[]
}

export function createParameters(): Parameters {
  const values: Parameter[] = []
  return { add: (value, type) => `$${values.push(value)}::${type}`, values }
}
