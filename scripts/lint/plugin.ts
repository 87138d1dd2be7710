// The project's lint rules, loaded by .oxlintrc.json.
import { effectReturn } from './effect-return.ts'

export default { meta: { name: 'heddle' }, rules: { 'effect-return': effectReturn } }
