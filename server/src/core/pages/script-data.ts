import { attributes, type Html } from '#kernel/http/html.ts'
import { brandRules, cardBrands } from './card-brand.ts'
import type { PageI18n } from './languages/index.ts'
import type { FieldProblem } from './page-layout.ts'

/**
 * What the script has to know, as attributes of the form: the rules of the schemes, today's month, and what to say.
 * The script has no rules or words of its own.
 */
export function scriptData({ messages }: PageI18n, today: Temporal.PlainDate): Html {
  const texts = Object.fromEntries(earlyProblems.map((problem) => [problem, messages.problems[problem]]))
  return attributes({
    'data-brands': brandRulesForScript,
    'data-today': today.toPlainYearMonth().toString(),
    'data-problems': JSON.stringify(texts),
    'data-code-hints': JSON.stringify({ 3: messages.codeHint.three, 4: messages.codeHint.four }),
  })
}

/** `Visa|16,18,19|4,8,12|3|4;...`: name, lengths, gaps, digits of the security code, prefixes and ranges of them. */
export const brandRulesForScript = cardBrands
  .map((brand) => {
    const { name, lengths, gaps, securityCodeDigits, prefixes } = brandRules[brand]
    const ranges = prefixes.map((prefix) => (typeof prefix === 'number' ? prefix : prefix.join('-')))
    return [name, lengths, gaps, securityCodeDigits, ranges].join('|')
  })
  .join(';')

/** What can be noticed before the form is sent. */
const earlyProblems = [
  'number_missing',
  'number_unreadable',
  'number_incomplete',
  'number_mistyped',
  'brand_unknown',
  'expiry_missing',
  'expiry_unreadable',
  'expiry_past',
  'expiry_too_far',
  'code_missing',
  'code_three_digits',
  'code_four_digits',
  'answer_missing',
] as const satisfies readonly FieldProblem[]
