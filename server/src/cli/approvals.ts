import { Command, Option } from 'commander'
import { type Approval, type ApprovalId, type ApprovalStatus, approvalStates, type Decided } from '#core/access'
import { platformOwner } from '#core/directory'
import { countOption, idArgument } from './arguments.ts'
import { table, withApp } from './with-app.ts'

/** What one person asks for and another approves. */
export function approvalsCommand(): Command {
  const approvals = new Command('approvals').description(
    'what waits until another member of staff approves it; FLORIN_APPROVALS says what needs that',
  )
  approvals
    .command('list')
    .description('oldest first')
    .addOption(new Option('--status <status>', 'only those').choices(approvalStates.statuses).default('requested'))
    .option('--page <n>', 'which page', countOption('--page', 1_000_000), 1)
    .action(({ status, page }: { status: ApprovalStatus; page: number }) =>
      withApp(async ({ approvals }) => {
        const { data, total } = await approvals.list({ status }, { page, size: 50 })
        if (data.length === 0) return console.log(`No approval is ${status}.`)
        console.log(table(['id', 'action', 'of', 'about', 'asked by', 'why', 'until'], data.map(rowOf)))
        if (total > page * 50) console.log(`${total} in all; more with --page ${page + 1}.`)
      }),
    )
  const idOf = idArgument<ApprovalId>('approvalId')
  approvals
    .command('show')
    .argument('<approvalId>', '', idOf)
    .description('all of one, with what exactly would be done')
    .action((id: ApprovalId) =>
      withApp(async ({ approvals }) => showApproval(await approvals.get(id, { ...platformOwner, kind: 'platform' }))),
    )
  const decisionCommand = (decision: Decided, description: string) =>
    approvals
      .command(decision)
      .argument('<approvalId>', '', idOf)
      .description(description)
      .action((id: ApprovalId) =>
        withApp(async ({ approvals, by }) => {
          const { status } = await approvals.decide({ by: await by('approvals:decide'), id, decision })
          console.log(`Approval ${id} is ${status}.`)
        }),
      )
  decisionCommand('approve', 'as another person than who asked: florin --as <email> --reason <text> approvals approve')
  decisionCommand('reject', 'reject it, or withdraw an approval that was not used')
  return approvals
}

const rowOf = ({ id, action, owner, subject, requestedBy, requestReason, expiresAt }: Approval): string[] => [
  String(id),
  action,
  `${owner.kind} ${owner.id}`,
  `${subject.type} ${subject.id}`,
  `staff ${requestedBy}`,
  requestReason,
  expiresAt.toString({ smallestUnit: 'second' }),
]

function showApproval(approval: Approval): void {
  const { id, action, owner, subject, request, status, decidedBy, decisionReason } = approval
  console.log(`Approval ${id}: ${status}`)
  console.log(`${action} of ${subject.type} ${subject.id}, which belongs to ${owner.kind} ${owner.id}`)
  console.log(`Asked by staff ${approval.requestedBy} at ${approval.requestedAt}: ${approval.requestReason}`)
  console.log(`To be done: ${JSON.stringify(request)}`)
  if (decidedBy !== undefined) console.log(`Decided by staff ${decidedBy} at ${approval.decidedAt}: ${decisionReason}`)
  if (approval.usedAt) console.log(`Done at ${approval.usedAt}`)
  else console.log(`Until ${approval.expiresAt}`)
}
