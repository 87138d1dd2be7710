// A lint rule: numbers, dates and lists are written in the language of the screen, never of the browser, and sentences are not glued in
// code. `toLocaleString()` without a tag shows 1,234 beside 1.234 on a Vietnamese screen; Chinese and Japanese set no blank between
// sentences, and a colon of their own.
import type { RuleTester } from 'oxlint/plugins-dev'

type Rule = Parameters<RuleTester['run']>[1]
type Visitor = ReturnType<Extract<Rule, { create: unknown }>['create']>
type Node<Name extends keyof Visitor> = Parameters<NonNullable<Visitor[Name]>>[0]
type Call = Node<'CallExpression'>
type New = Node<'NewExpression'>
type Expression = Call['callee']

const localeMethods = new Set(['toLocaleString', 'toLocaleDateString', 'toLocaleTimeString'])
const translates = /^t([A-Z]\w*)?$/
/** The marks between texts that are the same in all languages; none in the name of a file. */
const neutral = /^(?:\s*[·›–→]\s*|\.csv)?$/
/** The marks that join a list, a label to its value or sentences in some languages only. A blank also joins keywords and class names. */
const joins = new Set([', ', ': ', '; ', '. '])
const makesTexts = /\b(?:t|format|describe|explain)(?:[A-Z]\w*)?\(/

const isText = (node: Expression) =>
  node.type === 'CallExpression' && node.callee.type === 'Identifier' && translates.test(node.callee.name)

const isNothing = (node: Call['arguments'][number] | undefined) =>
  node === undefined || (node.type === 'Identifier' && node.name === 'undefined')

/** Returns the name of the member of Intl that is called; the time zone of the browser may be asked for. */
function findIntl(node: Call | New): string | null {
  const { callee, parent } = node
  if (callee.type !== 'MemberExpression' || callee.object.type !== 'Identifier' || callee.object.name !== 'Intl') return null
  if (parent.type === 'MemberExpression' && parent.property.type === 'Identifier' && parent.property.name === 'resolvedOptions') return null
  // Letters are the same characters in all languages of the screen.
  return callee.property.type === 'Identifier' && callee.property.name !== 'Segmenter' ? callee.property.name : null
}

const findMember = ({ callee }: Call): string | null =>
  callee.type === 'MemberExpression' && callee.property.type === 'Identifier' ? callee.property.name : null

export const screenLanguage: Rule = {
  create(context) {
    function checkIntl(node: Call | New) {
      if (findIntl(node) !== null && isNothing(node.arguments[0]))
        context.report({ node, message: 'Give Intl the tag of the screen’s language (useLanguage).' })
    }
    return {
      NewExpression: checkIntl,
      CallExpression(node) {
        checkIntl(node)
        const member = findMember(node)
        const [argument] = node.arguments
        if (member !== null && localeMethods.has(member) && isNothing(argument))
          context.report({ node, message: 'Write numbers and dates in the screen’s language: useNumberText, useLanguage.' })
        const separator = member === 'join' && argument?.type === 'Literal' ? argument.value : null
        const isOfTexts = separator === ' ' && makesTexts.test(context.sourceCode.getText(node.callee))
        if (isOfTexts || (typeof separator === 'string' && joins.has(separator)))
          context.report({ node, message: 'Join texts in the screen’s language: useListText, useSentences, common:labeled.' })
      },
      TemplateLiteral(node) {
        const isGlued = node.expressions.some(isText) && node.quasis.some(({ value }) => !neutral.test(value.raw))
        if (isGlued) context.report({ node, message: 'Do not glue texts: give them a key, common:labeled or useSentences.' })
      },
    }
  },
}
