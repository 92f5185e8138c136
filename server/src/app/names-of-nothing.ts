import { listConnections } from '#acquiring/processors'
import { readPartnerId } from '#core/partners'
import type { App } from './compose.ts'

type Named = { setting: string; name: string; kind: 'connector' | 'partner' }
type Asked = Pick<App, 'config' | 'connectors' | 'db' | 'partners'>

/**
 * What settings name and nothing is called: a rule for it would never hold, and nobody would see that. Commands let
 * them pass, since a connector or a partner may be named before it is made.
 */
export async function namesOfNothing({ config, connectors, db, partners }: Asked): Promise<Named[]> {
  const { reportTerms, approvalRules } = config
  const known = new Set<string>([...connectors.ids, ...(await listConnections(db)).map(({ name }) => name)])
  const ofConnectors = [
    ...[...reportTerms.fees.keys()].map((name) => ({ setting: 'FLORIN_ACQUIRER_FEES', name })),
    ...[...reportTerms.reportsWithin.byConnector.keys()].map((name) => ({ setting: 'FLORIN_REPORTS_WITHIN', name })),
  ].filter(({ name }) => !known.has(name))
  const ids = new Set([...approvalRules.values()].flatMap((rule) => [...rule.partners]))
  const found = await Promise.all(
    [...ids].map(async (text) => {
      const id = readPartnerId(text)
      return id !== undefined && (await partners.find(id)) ? [] : [text]
    }),
  )
  return [
    ...ofConnectors.map((one) => ({ ...one, kind: 'connector' as const })),
    ...found.flat().map((name) => ({ setting: 'FLORIN_APPROVALS', name, kind: 'partner' as const })),
  ]
}

/** The problem of a setting that names nothing. */
export const isOfNothing = ({ name, kind }: Named): string => `names the ${kind} ${name}, and there is none`

/** Refuses a start with such settings. */
export async function expectNamesOfSomething(asked: Asked): Promise<void> {
  const named = await namesOfNothing(asked)
  if (named.length === 0) return
  throw new Error(
    `The configuration is not usable:\n${named.map((one) => `  ${one.setting}: ${isOfNothing(one)}`).join('\n')}`,
  )
}
