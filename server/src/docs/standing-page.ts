import { acts, meaningOf, type StandingReason, standingReasons } from '#issuing/kyc'

/** What stands against a customer, and what each reason means for each act. */
export function standingPage(): string {
  const reasons = Object.keys(standingReasons) as StandingReason[]
  const words = (reason: string) => reason.replaceAll(/[A-Z]/g, (upper) => ` ${upper.toLowerCase()}`)
  const list = reasons.map((reason) => `- *${words(reason)}*: ${standingReasons[reason]}`)
  const rows = acts.map((act) => {
    const cells = reasons.map((reason) => meaningOf(act, [reason]))
    return `| ${[act, ...cells.map((cell) => (/_/.test(cell) ? `\`${cell}\`` : cell))].join(' | ')} |`
  })
  return `# What stands against a customer

Made from the code by \`npm run docs\`.

Each act reads the whole set in the commit that does it, and the strictest reason decides. A code refuses the act; money that is *parked* waits for staff, and what is *frozen* until somebody releases it. An account and a card that are closed are refused besides.

${list.join('\n')}

| Act | ${reasons.map(words).join(' | ')} |
|${' --- |'.repeat(reasons.length + 1)}
${rows.join('\n')}

Customers who are verified again top up within the limits that the programme has for them, and not while what they have handed in waits for a decision.
`
}
