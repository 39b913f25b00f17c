// Fails when the built site uses what its oldest browsers do not have: names of the language and of the web that came later, by
// MDN's compatibility data, unless the file asks for them first (`typeof name`) or calls them optionally (`?.`).
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import compat from '@mdn/browser-compat-data' with { type: 'json' }
import ts from 'typescript'

const DIST = new URL('../dist/', import.meta.url).pathname
/** The oldest browsers: CONTRIBUTING names Chrome 90; Safari is the one of that spring. */
const FLOOR = { chrome: 90, safari_ios: 14.5 }

/** What is used only where it is known to be there, or not as the name says; each with the reason. */
const ALLOWED = new Map(
  Object.entries(JSON.parse(readFileSync(new URL('floor-allowed.json', import.meta.url), 'utf8'))),
)

/** Whether a browser of the floor lacks a feature. */
function isNewer({ support }) {
  return Object.entries(FLOOR).some(([browser, version]) => {
    const statements = [support[browser] ?? []].flat()
    return !statements.some(({ version_added, flags, prefix, alternative_name, partial_implementation }) => {
      if (flags || prefix || alternative_name || partial_implementation) return false
      return version_added && Number.parseFloat(String(version_added).replace('≤', '')) <= version
    })
  })
}

const FEATURES = Object.entries({ ...compat.api, ...compat.javascript.builtins })

/** Every member of an interface or a type of the language, with whether the language has it. */
function* members() {
  for (const [name, feature] of FEATURES) {
    for (const [member, { __compat }] of Object.entries(feature)) {
      if (member !== '__compat' && __compat)
        yield { name, member, newer: isNewer(__compat), ofLanguage: name in compat.javascript.builtins }
    }
  }
}

/** Names that are used alone. */
const globals = new Set(FEATURES.filter(([, { __compat }]) => __compat && isNewer(__compat)).map(([name]) => name))
/** `Interface.member` of static ones. */
const statics = new Set()
/** Methods that no type had before. */
const methods = new Set()
for (const { name, member, newer, ofLanguage } of members()) {
  if (!newer || globals.has(name)) continue
  if (member.endsWith('_static') || ofLanguage) statics.add(`${name}.${member.replace(/_static$/, '')}`)
  if (ofLanguage) methods.add(member)
}
for (const { member, newer } of members()) if (!newer) methods.delete(member.replace(/_static$/, ''))

function isCalled(node) {
  const { parent } = node
  return ts.isCallExpression(parent) && parent.expression === node && !parent.questionDotToken
}

/** What `object.name(…)` uses. */
function calledMember(node) {
  if (!ts.isPropertyAccessExpression(node) || node.questionDotToken || !isCalled(node)) return null
  const { expression, name } = node
  const whole = ts.isIdentifier(expression) ? `${expression.text}.${name.text}` : ''
  if (statics.has(whole)) return whole
  if (/^(?:window|globalThis|self)\./.test(whole) && globals.has(name.text)) return name.text
  return methods.has(name.text) ? `.${name.text}()` : null
}

/** Whether an identifier is the name of a property, and not that of a value. */
function isProperty(node) {
  const { parent } = node
  return (ts.isPropertyAccessExpression(parent) || ts.isPropertyAssignment(parent)) && parent.name === node
}

/** What a file uses, each once. */
function usesOf(text) {
  const [used, known] = [new Set(), new Set()]
  const identifier = (node) => {
    // Declared in the file itself, or a member of something.
    if (node.parent.name === node && !isProperty(node)) known.add(node.text)
    else if (!isProperty(node) && globals.has(node.text)) used.add(node.text)
  }
  const visit = (node) => {
    if (ts.isTypeOfExpression(node)) known.add(node.expression.text)
    if (ts.isIdentifier(node)) identifier(node)
    const member = calledMember(node)
    if (member) used.add(member)
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile('x.js', text, ts.ScriptTarget.Latest, true, ts.ScriptKind.JS))
  return [...used].filter((name) => !known.has(name))
}

const found = new Map()
for (const name of readdirSync(DIST, { recursive: true }).filter((file) => /\.m?js$/.test(file))) {
  for (const use of usesOf(readFileSync(join(DIST, name), 'utf8'))) {
    if (!ALLOWED.has(use)) found.set(use, [...(found.get(use) ?? []), name])
  }
}
for (const [use, files] of found)
  console.error(`${use} is newer than Chrome ${FLOOR.chrome} or Safari ${FLOOR.safari_ios}: ${files.join(', ')}`)
if (found.size > 0) process.exit(1)
console.log(`floor: nothing newer than Chrome ${FLOOR.chrome} and Safari ${FLOOR.safari_ios}`)
