// A lint rule: an effect returns a function or undefined, because React calls the returned value when the effect ends. The types do not
// help: they declare `void` for `scrollIntoView()`, which returns a promise since Chromium 156.
import type { RuleTester } from 'oxlint/plugins-dev'

type Rule = Parameters<RuleTester['run']>[1]
type Visitor = ReturnType<Extract<Rule, { create: unknown }>['create']>
type Node<Name extends keyof Visitor> = Parameters<NonNullable<Visitor[Name]>>[0]
type Call = Node<'CallExpression'>
type Expression = Call['callee']

const effects = new Set(['useEffect', 'useLayoutEffect', 'useInsertionEffect'])

function isEffect({ callee }: Call): boolean {
  if (callee.type === 'Identifier') return effects.has(callee.name)
  return callee.type === 'MemberExpression' && callee.property.type === 'Identifier' && effects.has(callee.property.name)
}

const isFunction = ({ type }: { type: string }) => type === 'ArrowFunctionExpression' || type === 'FunctionExpression'

/** Returns whether the function is the callback of an effect. */
const isRunByEffect = (node: Node<'ArrowFunctionExpression'> | Node<'FunctionExpression'>) =>
  node.parent.type === 'CallExpression' && isEffect(node.parent) && node.parent.arguments[0] === node

/** A call may return any value; an identifier is covered by the types. */
function isFunctionOrNothing(node: Expression): boolean {
  if (node.type === 'ConditionalExpression') return isFunctionOrNothing(node.consequent) && isFunctionOrNothing(node.alternate)
  if (node.type === 'UnaryExpression') return node.operator === 'void'
  return isFunction(node) || node.type === 'Identifier' || node.type === 'MemberExpression'
}

function findFunction(start: Node<'ReturnStatement'>) {
  let node: Node<'ReturnStatement'>['parent'] | null = start.parent
  while (node && node.type !== 'ArrowFunctionExpression' && node.type !== 'FunctionExpression' && node.type !== 'FunctionDeclaration')
    node = node.parent
  return node
}

export const effectReturn: Rule = {
  create(context) {
    const check = (node: Expression) => {
      if (!isFunctionOrNothing(node)) context.report({ node, message: 'An effect returns a function or nothing: put the call in braces.' })
    }
    return {
      CallExpression(node) {
        const [run] = node.arguments
        if (run && isEffect(node) && !isFunction(run))
          context.report({ node: run, message: 'Write the function of an effect in place, so that what it returns can be seen.' })
      },
      ArrowFunctionExpression(node) {
        if (node.body.type !== 'BlockStatement' && isRunByEffect(node)) check(node.body)
      },
      ReturnStatement(node) {
        const owner = findFunction(node)
        if (node.argument && owner && owner.type !== 'FunctionDeclaration' && isRunByEffect(owner)) check(node.argument)
      },
    }
  },
}
