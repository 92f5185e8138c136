import type { Entry } from '../../../api/client.ts'
import type { Texts } from '../../../i18n/language.tsx'

type Capabilities = Entry<'listConnectors'>['capabilities']

const texts = {
  en: {
    payOut: 'pay out to cards',
    partialCapture: 'capture a part',
    walletTokens: 'take payments of wallets',
    disputeList: 'list disputes',
    disputeResponses: 'take answers to disputes',
    settlements: 'list what it settled',
    webhook: 'be inquired about the result of a request: it sends a message',
    sometimes: 'give every card a network transaction id',
    entry: 'be settled by reports: it is settled by an entry of each day',
    own: 'charge cards that other connectors have stored',
    currencies: 'take other currencies than',
    all: 'Nothing: it can do everything',
  },
  ro: {
    payOut: 'să plătească pe carduri',
    partialCapture: 'să încaseze o parte',
    walletTokens: 'să primească plăți din portofele digitale',
    disputeList: 'să listeze contestațiile',
    disputeResponses: 'să primească răspunsuri la contestații',
    settlements: 'să listeze ce a decontat',
    webhook: 'să fie întrebat ce s-a întâmplat cu o cerere: trimite un mesaj',
    sometimes: 'să dea fiecărui card un identificator al rețelei',
    entry: 'să fie decontat prin rapoarte: este decontat printr-o înregistrare pe zi',
    own: 'să debiteze carduri salvate de alți conectori',
    currencies: 'să primească alte monede decât',
    all: 'Nimic: poate totul',
  },
} satisfies Texts<unknown>
export const capabilityTexts = texts

/** What a connector cannot do, in words. */
export function limitsOf(of: Capabilities, t: (typeof texts)['en']): string[] {
  const flags = ['payOut', 'partialCapture', 'walletTokens', 'disputeList', 'disputeResponses', 'settlements'] as const
  return [
    ...flags.filter((flag) => !of[flag]).map((flag) => t[flag]),
    ...(of.inquiry === 'webhook' ? [t.webhook] : []),
    ...(of.merchantInitiated === 'own' ? [t.own] : []),
    ...(of.currencies ? [`${t.currencies} ${of.currencies.join(', ')}`] : []),
    ...(of.networkTransactionId === 'sometimes' ? [t.sometimes] : []),
    ...(of.settledBy === 'entry' ? [t.entry] : []),
  ]
}
