/** What of a refusal of the server a person reads, and what says it by name. */
export type RefusalTexts = {
  message?: string
  reason?: string
  values?: Readonly<Record<string, string>>
  problems?: { field: string; message: string; rule?: string; values?: Readonly<Record<string, string>> }[]
}

type Sentences = Readonly<Record<string, string>>

/**
 * A refusal in the language of the page. English is what the server says. Of what has no sentence in the language, or
 * comes without a value that its sentence names, the sentence of the server stays.
 */
export async function inLanguageOfPage<Refusal extends RefusalTexts>(refusal: Refusal): Promise<Refusal> {
  if (document.documentElement.lang !== 'ro') return refusal
  const { refusalsInRomanian, fieldRulesInRomanian } = await import('./ro.ts')
  return translatedWith(refusal, refusalsInRomanian, fieldRulesInRomanian)
}

export function translatedWith<Refusal extends RefusalTexts>(
  refusal: Refusal,
  refusals: Sentences,
  rules: Sentences,
): Refusal {
  const problems = refusal.problems?.map((problem) => ({
    ...problem,
    message: sentence(rules[problem.rule ?? ''], problem.values) ?? problem.message,
  }))
  const whole = sentence(refusals[refusal.reason ?? ''], refusal.values)
  // What is wrong with the fields has no other message than that of the first.
  const first = refusal.reason === 'invalid_field' ? problems?.[0]?.message : undefined
  const message = first ?? whole
  return { ...refusal, ...(problems && { problems }), ...(message !== undefined && { message }) }
}

function sentence(template: string | undefined, values: Readonly<Record<string, string>> = {}): string | undefined {
  const isWhole = template?.match(/\{\w+\}/g)?.every((place) => values[place.slice(1, -1)] !== undefined) ?? true
  return isWhole ? template?.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name]!) : undefined
}
