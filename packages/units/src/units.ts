// The units of textile testing, with exact factors. What is defined in pounds, yards, feet, inches and by standard gravity follows from
// 0.453 592 37 kg, 0.914 4 m, 0.304 8 m, 0.025 4 m and 9.806 65 m/s²; a den is a gram in 9,000 m, an Ne a hank of 840 yards in a pound.
import { readFactor, type Ratio } from './ratio.ts'

/** What can be converted into each other. Thread density and twist have the same dimension, and are not the same. */
export type Quantity =
  | 'linear_density'
  | 'force'
  | 'tenacity'
  | 'pressure'
  | 'mass_per_area'
  | 'length'
  | 'thread_density'
  | 'twist'
  | 'speed'
  | 'temperature'
  | 'mass'
  | 'time'
  | 'proportion'
  | 'ph'
  | 'grade'

type Row = {
  readonly quantity: Quantity
  /** As reports write it. */
  readonly symbol: string
  /** The unit in the base unit of its quantity, whose factor is 1. */
  readonly factor: string
  /** What is added to a value before the factor: the zero of a scale of temperature. */
  readonly offset?: string
  /** A count, which is high where the yarn is fine: the factor divided by it is the value in the base unit. */
  readonly isReciprocal?: boolean
}

const rows = {
  tex: { quantity: 'linear_density', symbol: 'tex', factor: '1' },
  dtex: { quantity: 'linear_density', symbol: 'dtex', factor: '0.1' },
  mtex: { quantity: 'linear_density', symbol: 'mtex', factor: '0.001' },
  ktex: { quantity: 'linear_density', symbol: 'ktex', factor: '1000' },
  den: { quantity: 'linear_density', symbol: 'den', factor: '1 / 9' },
  Ne: { quantity: 'linear_density', symbol: 'Ne', factor: '453.59237 / 840 / 0.9144 * 1000', isReciprocal: true },
  Nm: { quantity: 'linear_density', symbol: 'Nm', factor: '1000', isReciprocal: true },

  N: { quantity: 'force', symbol: 'N', factor: '1' },
  cN: { quantity: 'force', symbol: 'cN', factor: '0.01' },
  mN: { quantity: 'force', symbol: 'mN', factor: '0.001' },
  kN: { quantity: 'force', symbol: 'kN', factor: '1000' },
  gf: { quantity: 'force', symbol: 'gf', factor: '0.00980665' },
  kgf: { quantity: 'force', symbol: 'kgf', factor: '9.80665' },
  lbf: { quantity: 'force', symbol: 'lbf', factor: '0.45359237 * 9.80665' },

  'N/tex': { quantity: 'tenacity', symbol: 'N/tex', factor: '1' },
  'cN/tex': { quantity: 'tenacity', symbol: 'cN/tex', factor: '0.01' },
  'cN/dtex': { quantity: 'tenacity', symbol: 'cN/dtex', factor: '0.1' },
  'g/den': { quantity: 'tenacity', symbol: 'g/den', factor: '0.00980665 * 9' },
  RKM: { quantity: 'tenacity', symbol: 'RKM', factor: '0.00980665' },

  Pa: { quantity: 'pressure', symbol: 'Pa', factor: '1' },
  kPa: { quantity: 'pressure', symbol: 'kPa', factor: '1000' },
  MPa: { quantity: 'pressure', symbol: 'MPa', factor: '1000000' },
  bar: { quantity: 'pressure', symbol: 'bar', factor: '100000' },
  'kgf/cm2': { quantity: 'pressure', symbol: 'kgf/cm²', factor: '98066.5' },
  psi: { quantity: 'pressure', symbol: 'psi', factor: '0.45359237 * 9.80665 / 0.0254 / 0.0254' },

  'g/m2': { quantity: 'mass_per_area', symbol: 'g/m²', factor: '1' },
  'oz/yd2': { quantity: 'mass_per_area', symbol: 'oz/yd²', factor: '453.59237 / 16 / 0.9144 / 0.9144' },

  m: { quantity: 'length', symbol: 'm', factor: '1' },
  cm: { quantity: 'length', symbol: 'cm', factor: '0.01' },
  mm: { quantity: 'length', symbol: 'mm', factor: '0.001' },
  um: { quantity: 'length', symbol: 'µm', factor: '0.000001' },
  inch: { quantity: 'length', symbol: 'inch', factor: '0.0254' },
  ft: { quantity: 'length', symbol: 'ft', factor: '0.3048' },
  yd: { quantity: 'length', symbol: 'yd', factor: '0.9144' },

  'threads/cm': { quantity: 'thread_density', symbol: 'threads/cm', factor: '1' },
  'threads/10cm': { quantity: 'thread_density', symbol: 'threads/10 cm', factor: '0.1' },
  'threads/inch': { quantity: 'thread_density', symbol: 'threads/inch', factor: '1 / 2.54' },

  'turns/m': { quantity: 'twist', symbol: 'turns/m', factor: '1' },
  'turns/10cm': { quantity: 'twist', symbol: 'turns/10 cm', factor: '10' },
  'turns/cm': { quantity: 'twist', symbol: 'turns/cm', factor: '100' },
  'turns/inch': { quantity: 'twist', symbol: 'turns/inch', factor: '1 / 0.0254' },

  // Air permeability is the speed of the air: a volume by area and time.
  'm/s': { quantity: 'speed', symbol: 'm/s', factor: '1' },
  'cm/s': { quantity: 'speed', symbol: 'cm/s', factor: '0.01' },
  'mm/s': { quantity: 'speed', symbol: 'mm/s', factor: '0.001' },
  'm/min': { quantity: 'speed', symbol: 'm/min', factor: '1 / 60' },
  'l/m2/s': { quantity: 'speed', symbol: 'l/m²/s', factor: '0.001' },
  'cm3/cm2/s': { quantity: 'speed', symbol: 'cm³/cm²/s', factor: '0.01' },
  'cfm/ft2': { quantity: 'speed', symbol: 'cfm/ft²', factor: '0.3048 / 60' },

  K: { quantity: 'temperature', symbol: 'K', factor: '1' },
  degC: { quantity: 'temperature', symbol: '°C', factor: '1', offset: '273.15' },
  degF: { quantity: 'temperature', symbol: '°F', factor: '5 / 9', offset: '459.67' },

  g: { quantity: 'mass', symbol: 'g', factor: '1' },
  mg: { quantity: 'mass', symbol: 'mg', factor: '0.001' },
  kg: { quantity: 'mass', symbol: 'kg', factor: '1000' },
  oz: { quantity: 'mass', symbol: 'oz', factor: '453.59237 / 16' },
  lb: { quantity: 'mass', symbol: 'lb', factor: '453.59237' },

  s: { quantity: 'time', symbol: 's', factor: '1' },
  min: { quantity: 'time', symbol: 'min', factor: '60' },
  h: { quantity: 'time', symbol: 'h', factor: '3600' },

  '%': { quantity: 'proportion', symbol: '%', factor: '1' },
  pH: { quantity: 'ph', symbol: 'pH', factor: '1' },
  grade: { quantity: 'grade', symbol: 'grade', factor: '1' },
} as const satisfies Readonly<Record<string, Row>>

/** Names a unit for good, in ASCII: what a column, a plan and a test store. */
export type UnitId = keyof typeof rows

export type Unit = {
  readonly quantity: Quantity
  readonly symbol: string
  readonly factor: Ratio
  readonly offset: Ratio
  readonly isReciprocal: boolean
}

export const unitIds = Object.keys(rows) as readonly UnitId[]

const toUnit = ({ quantity, symbol, factor, offset = '0', isReciprocal = false }: Row): Unit => ({
  quantity,
  symbol,
  factor: readFactor(factor),
  offset: readFactor(offset),
  isReciprocal,
})

export const units = Object.fromEntries(unitIds.map((id) => [id, toUnit(rows[id])])) as Readonly<Record<UnitId, Unit>>

/** Whether a text, which may come from outside, is the id of a unit. */
export const isUnitId = (text: string): text is UnitId => Object.hasOwn(units, text)
