import type { WholeDispute } from '#acquiring/disputes'
import { doneBySection, section } from './printing.ts'

/** A dispute as people read it. */
export function disputeText(dispute: WholeDispute): string {
  const { id, paymentId, siteId, reason, amount, currency, status, respondBy, evidence, files, history } = dispute
  const until = respondBy === undefined ? '' : ` A response is taken until ${respondBy}.`
  const next = dispute.actions.length === 0 ? '' : ` It can be responded to: ${dispute.actions.join(', ')}.`
  return [
    `Dispute ${id} of ${amount} ${currency} of payment ${paymentId}, site ${siteId}: ${reason}.\nIt is ${status}.${until}${next}`,
    ...section(
      'Evidence',
      ['field', 'what', 'text'],
      evidence.map(({ field, label, text }) => [field, label, text ?? '(nothing yet)']),
    ),
    ...section(
      'Files',
      ['id', 'name', 'bytes', 'added'],
      files.map((file) => [file.id, file.name, String(file.bytes), file.createdAt]),
    ),
    ...section(
      'History',
      ['at', 'what', 'status', 'who', 'why'],
      history.map((one) => [one.at, one.action, one.status, one.actor, one.note ?? '']),
    ),
    ...doneBySection(dispute.audit),
  ].join('\n\n')
}
