// The project's lint rules, loaded by .oxlintrc.json.
import { effectReturn } from './effect-return.ts'
import { screenLanguage } from './screen-language.ts'
import { vagueName } from './vague-name.ts'

export default {
  meta: { name: 'heddle' },
  rules: { 'effect-return': effectReturn, 'screen-language': screenLanguage, 'vague-name': vagueName },
}
