import { join } from 'node:path'
import { disputeCaseStates, disputeStates, representmentStates } from '#acquiring/disputes'
import { bankAccountStates, merchantPayoutStates } from '#acquiring/merchant-payouts'
import { orderStates } from '#acquiring/orders'
import {
  captureFailureStates,
  paymentStates,
  publicStatus,
  refundStates,
  reinstatementStates,
} from '#acquiring/payments'
import { payoutStates } from '#acquiring/payouts'
import { breakStates } from '#acquiring/reconciliation'
import { approvalStates } from '#core/access'
import { merchantStates } from '#core/directory'
import { holdStates } from '#core/ledger'
import { schemaFile, schemaOfMigrations } from '#database/describe-schema.ts'
import { cardStates } from '#issuing/cards'
import { disputeStates as cardDisputeStates } from '#issuing/chargebacks'
import { depositStates } from '#issuing/deposits'
import { verificationStates } from '#issuing/documents'
import { kycStates } from '#issuing/kyc'
import { hitStates } from '#issuing/screening'
import { transactionStates } from '#issuing/spending'
import { challengeStates } from '#issuing/threeds'
import { receiptStates, topupStates } from '#issuing/topups'
import type { AnyMachine } from '#kernel/base/state-machine.ts'
import { configurationPage } from './configuration-page.ts'
import { iso8583FieldsPage } from './iso8583-fields-page.ts'
import { networkMessagesPage } from './network-messages-page.ts'
import { alertsFile } from './observability/alerts-file.ts'
import { grafanaFile } from './observability/grafana.ts'
import { metricsPage } from './observability/metrics-page.ts'
import { recipesPage } from './recipes-page.ts'
import { standingPage } from './standing-page.ts'

const docsFolder = join(import.meta.dirname, '../../../docs')
const deployFolder = join(import.meta.dirname, '../../../deploy')

/** Every state machine, by the name of what it describes. */
export const machines: Readonly<Record<string, AnyMachine>> = {
  payment: paymentStates,
  refund: refundStates,
  reinstatement: reinstatementStates,
  'capture-failure': captureFailureStates,
  payout: payoutStates,
  'merchant-payout': merchantPayoutStates,
  'bank-account': bankAccountStates,
  'acquirer-break': breakStates,
  merchant: merchantStates,
  dispute: disputeStates,
  'dispute-case': disputeCaseStates,
  representment: representmentStates,
  order: orderStates,
  hold: holdStates,
  kyc: kycStates,
  card: cardStates,
  approval: approvalStates,
  verification: verificationStates,
  hit: hitStates,
  topup: topupStates,
  transaction: transactionStates,
  challenge: challengeStates,
  'card-dispute': cardDisputeStates,
  deposit: depositStates,
  receipt: receiptStates,
}

export type GeneratedPage = { path: string; text: string }

/** The pages that are made from the code; a law test fails when one of them is stale. */
export async function generatedDocs(): Promise<GeneratedPage[]> {
  return [
    ...Object.entries(machines).map(([name, machine]) => ({
      path: join(docsFolder, 'states', `${name}.md`),
      text: statesPage(name.replaceAll('-', ' '), machine),
    })),
    { path: join(docsFolder, 'ledger', 'recipes.md'), text: recipesPage() },
    { path: join(docsFolder, 'operating', 'configuration.md'), text: configurationPage() },
    { path: join(docsFolder, 'operating', 'iso8583-fields.md'), text: iso8583FieldsPage() },
    { path: join(docsFolder, 'operating', 'standing.md'), text: standingPage() },
    { path: join(docsFolder, 'operating', 'network-messages.md'), text: networkMessagesPage() },
    { path: join(docsFolder, 'operating', 'metrics.md'), text: metricsPage() },
    { path: join(deployFolder, 'prometheus', 'alerts.yaml'), text: alertsFile() },
    { path: join(deployFolder, 'grafana', 'florin.json'), text: grafanaFile() },
    { path: schemaFile, text: await schemaOfMigrations() },
  ]
}

const hasPublicNames: ReadonlySet<string> = new Set([
  ...['payment', 'refund', 'payout', 'dispute', 'representment', 'reinstatement', 'capture-failure'],
])

function statesPage(name: string, machine: AnyMachine): string {
  const title = `# The states of ${/^[aeiou]/.test(name) ? 'an' : 'a'} ${name}\n\nMade from the code by \`npm run docs\`.`
  const shown = hasPublicNames.has(name) ? publicNames(machine) : ''
  return `${title}\n\n\`\`\`mermaid\n${machine.toMermaid()}\n\`\`\`\n${shown}`
}

function publicNames(machine: AnyMachine): string {
  const rows = machine.statuses.map((status) => `| ${status} | ${publicStatus[status as keyof typeof publicStatus]} |`)
  return `\n| Status | Reported to stores as |\n| --- | --- |\n${rows.join('\n')}\n`
}
