import { Command, Option } from 'commander'
import { type Approval, type ApprovalId, type ApprovalStatus, approvalStates, type Decided } from '#core/access'
import { platformOwner } from '#core/directory'
import { countOption, idArgument } from './arguments.ts'
import { print, table } from './printing.ts'
import { withApp } from './with-app.ts'

/** What one person asks for and another approves. */
export function approvalsCommand(): Command {
  const approvals = new Command('approvals')
  approvals
    .command('list')
    .description('oldest first')
    .addOption(new Option('--status <status>', 'only those').choices(approvalStates.statuses).default('requested'))
    .option('--page <n>', 'which page', countOption('--page', 1_000_000), 1)
    .action(({ status, page }: { status: ApprovalStatus; page: number }) =>
      withApp(async ({ approvals, by }) => {
        await by('approvals:read')
        const { data, total } = await approvals.list({ status }, { page, size: 50 })
        const all = table(['id', 'action', 'of', 'about', 'asked by', 'why', 'until'], data.map(rowOf))
        const text = total > page * 50 ? `${all}\n${total} in all; more with --page ${page + 1}.` : all
        print({ data, page, size: 50, total }, data.length === 0 ? `No approval is ${status}.` : text)
      }),
    )
  const idOf = idArgument<ApprovalId>('approvalId')
  approvals
    .command('show')
    .argument('<approvalId>', '', idOf)
    .description('all of one, with what exactly would be done')
    .action((id: ApprovalId) =>
      withApp(async ({ approvals, by }) => {
        await by('approvals:read')
        const approval = await approvals.get(id, { ...platformOwner, kind: 'platform' })
        print(approval, approvalText(approval))
      }),
    )
  const decisionCommand = (decision: Decided, description: string) =>
    approvals
      .command(decision)
      .argument('<approvalId>', '', idOf)
      .description(description)
      .action((id: ApprovalId) =>
        withApp(async ({ approvals, by }) => {
          const { status } = await approvals.decide({ by: await by('approvals:decide'), id, decision })
          print({ id, status }, `Approval ${id} is ${status}.`)
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

function approvalText(approval: Approval): string {
  const { id, action, owner, subject, request, status, decidedBy, decisionReason } = approval
  return [
    `Approval ${id}: ${status}`,
    `${action} of ${subject.type} ${subject.id}, which belongs to ${owner.kind} ${owner.id}`,
    `Asked by staff ${approval.requestedBy} at ${approval.requestedAt}: ${approval.requestReason}`,
    `To be done: ${JSON.stringify(request)}`,
    ...(decidedBy === undefined ? [] : [`Decided by staff ${decidedBy} at ${approval.decidedAt}: ${decisionReason}`]),
    approval.usedAt ? `Done at ${approval.usedAt}` : `Until ${approval.expiresAt}`,
  ].join('\n')
}
