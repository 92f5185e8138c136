import { Command, Option } from 'commander'
import { type RejectReason, rejectReasons } from '#connectors/identity/port.ts'
import { platformOwner } from '#core/directory'
import type { PartnerId } from '#core/partners'
import type { DocumentId } from '#issuing/documents'
import { readUuid } from '#issuing/ids'
import {
  type CaseDecision,
  type CaseId,
  decideCase,
  kycStates,
  listCases,
  readStepToSendBack,
  showCase,
  showDocument,
} from '#issuing/kyc'
import { countOption, idArgument, partnerIdArgument } from './arguments.ts'
import { renderCase, renderCases } from './kyc-text.ts'
import { writeNewFile } from './new-file.ts'
import { print, printWaits } from './printing.ts'
import { type CommandApp, withApp } from './with-app.ts'

/** The KYC of customers: what waits for a person, and what the person decides. */
export function kycCommand(): Command {
  const kyc = new Command('kyc')
  kyc
    .command('queue')
    .description('the cases that wait for a decision, who has waited longest first; nothing personal')
    .addOption(
      new Option('--status <status>', 'of another status').choices(kycStates.statuses).default('pending_review'),
    )
    .option('--partner <id>', 'of the customers of one partner', partnerIdArgument)
    .option('--page <n>', 'which page', countOption('--page', 1_000_000), 1)
    .action(({ status, partner: partnerId, page }: QueueOptions) =>
      withApp(async (app) => {
        await app.by('kyc:read')
        const cases = await listCases(
          app.db,
          { statuses: [status], only: partnerId === undefined ? undefined : [partnerId] },
          { page, size: 50 },
        )
        print({ ...cases, page, size: 50 }, renderCases(cases, { status, page }))
      }),
    )
  kyc
    .command('show')
    .argument('<caseId>', '', caseIdOf)
    .description('all that a customer has said; the audit keeps who has looked')
    .action((caseId: CaseId) =>
      withApp(async (app) => {
        const file = await showCase(app, { by: await app.by('kyc:review'), scope, caseId })
        print(file, renderCase(file))
      }),
    )
  kyc
    .command('document')
    .argument('<caseId>', '', caseIdOf)
    .argument('<documentId>', 'as kyc show prints it')
    .argument('<file>', 'to write it into; it must not exist')
    .description('a document of the customer; the audit keeps who has looked')
    .action((caseId: CaseId, documentId: string, file: string) =>
      withApp((app) => writeDocument(app, { caseId, documentId, file })),
    )
  addDecisionCommands(kyc)
  return kyc
}

async function writeDocument(app: CommandApp, { caseId, documentId, file }: Written): Promise<void> {
  const id = readUuid<DocumentId>(documentId)
  if (!id) throw new Error(`documentId is a UUID, as kyc show prints it; it is "${documentId}".`)
  const by = await app.by('documents:read')
  const { type, bytes, content } = await showDocument(app, { by, scope, caseId, documentId: id })
  await writeNewFile(file, content)
  print({ file, type, bytes }, `${file} has the document: ${type}, ${bytes} bytes. Delete it when you have seen it.`)
}
type Written = { caseId: CaseId; documentId: string; file: string }

type QueueOptions = { status: (typeof kycStates.statuses)[number]; partner?: PartnerId; page: number }
const caseIdOf = idArgument<CaseId>('caseId')
/** Whom `by` lets through is staff of the operator. */
const scope = { ...platformOwner, kind: 'platform' } as const

function addDecisionCommands(kyc: Command): void {
  kyc
    .command('approve')
    .argument('<caseId>', '', caseIdOf)
    .description('the customer is who they say: florin --as <email> --reason <text> kyc approve')
    .action((caseId: CaseId) => withApp((app) => decideAs(app, caseId, { decision: 'approve' })))
  kyc
    .command('reject')
    .argument('<caseId>', '', caseIdOf)
    .addArgument(kyc.createArgument('<rejectReason>', 'the customer learns it').choices(rejectReasons))
    .description('the customer may start again, with every step')
    .action((caseId: CaseId, rejectReason: RejectReason) =>
      withApp((app) => decideAs(app, caseId, { decision: 'reject', rejectReason })),
    )
  kyc
    .command('ask')
    .argument('<caseId>', '', caseIdOf)
    .argument('<steps...>', 'such as residence, or with a reason: id-verification:document_unreadable')
    .description('send steps back: the customer has to take them again')
    .action((caseId: CaseId, steps: string[]) =>
      withApp((app) => decideAs(app, caseId, { decision: 'ask', steps: steps.map(readStepToSendBack) })),
    )
}

async function decideAs(app: CommandApp, caseId: CaseId, decision: CaseDecision): Promise<void> {
  const by = await app.by('kyc:decide')
  const { waits } = await decideCase(app, { by, scope, caseId, decision })
  if (waits) return printWaits(waits)
  print({ id: caseId, decision: decision.decision }, `KYC case ${caseId} is ${doneBy[decision.decision]}.`)
}
const doneBy = { approve: 'approved', reject: 'rejected', ask: 'back with the customer' } as const
