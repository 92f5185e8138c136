import { Command } from 'commander'
import { accountCommand } from './account.ts'
import { approvalsCommand } from './approvals.ts'
import { bankAccountCommand } from './bank-account.ts'
import { binsCommand } from './bins.ts'
import { booksCommand } from './books.ts'
import { cardCommand } from './card.ts'
import { cardDisputeCommand } from './card-dispute.ts'
import { cardsCommand } from './cards.ts'
import { chainsCommand } from './chains.ts'
import { clockCommand } from './clock.ts'
import { customerCommand } from './customer.ts'
import { disputeCommand } from './dispute.ts'
import { docsCommand } from './docs.ts'
import { emailsCommand } from './emails.ts'
import { explainCommand } from './explain.ts'
import { explainCommitCommand } from './explain-commit.ts'
import { exportCommand } from './export.ts'
import { keysCommand } from './keys.ts'
import { kycCommand } from './kyc.ts'
import { limitsCommand } from './limits.ts'
import { merchantCommand } from './merchant.ts'
import { merchantPayoutCommand } from './merchant-payout.ts'
import { networkCommand } from './network.ts'
import { notificationsCommand } from './notifications.ts'
import { onUsCommand } from './on-us.ts'
import { orderCommand } from './order.ts'
import { partnerCommand } from './partner.ts'
import { paymentCommand } from './payment.ts'
import { payoutCommand } from './payout.ts'
import { programmeCommand } from './programme.ts'
import { ratesCommand } from './rates.ts'
import { routingCommand } from './routing.ts'
import { screeningCommand } from './screening.ts'
import { sealCommand } from './seal.ts'
import { sessionCommand } from './session.ts'
import { migrateCommand, seedCommand } from './setup.ts'
import { shopperCommand } from './shopper.ts'
import { siteCommand } from './site.ts'
import { spendCommand } from './spend.ts'
import { auditCommand, staffCommand } from './staff.ts'
import { start } from './start.ts'
import { topupsCommand } from './topups.ts'
import { verifyCommand } from './verify.ts'
import { webhooksCommand } from './webhooks.ts'
import { setPerson } from './with-app.ts'

/** Everything that `florin` understands, made anew for each command that is typed. */
export function commandLine(): Command {
  const florin = new Command('florin')
    .description(
      'A self-hosted payments platform. Every setting is an environment variable: docs/operating/configuration.md',
    )
    .showHelpAfterError()
    .option('--as <email>', 'the member of staff who runs the command; the role must allow it')
    .option('--reason <text>', 'why; it is kept in the audit')
    .hook('preAction', (program) => setPerson(program.opts()))
  florin
    .command('start')
    .description('run until stopped')
    .option('--roles <list>', 'the roles of this process: api, pages, worker; overrides FLORIN_ROLES')
    .action(start)
  for (const command of [
    migrateCommand,
    seedCommand,
    merchantCommand,
    bankAccountCommand,
    merchantPayoutCommand,
    siteCommand,
    cardCommand,
    partnerCommand,
    webhooksCommand,
    programmeCommand,
    cardsCommand,
    topupsCommand,
    spendCommand,
    explainCommand,
    accountCommand,
    customerCommand,
    kycCommand,
    screeningCommand,
    chainsCommand,
    staffCommand,
    approvalsCommand,
    auditCommand,
    exportCommand,
    keysCommand,
    limitsCommand,
    binsCommand,
    clockCommand,
    notificationsCommand,
    networkCommand,
    onUsCommand,
    paymentCommand,
    orderCommand,
    shopperCommand,
    sessionCommand,
    payoutCommand,
    disputeCommand,
    cardDisputeCommand,
    routingCommand,
    ratesCommand,
    emailsCommand,
    booksCommand,
    verifyCommand,
    sealCommand,
    explainCommitCommand,
    docsCommand,
  ]) {
    florin.addCommand(command())
  }
  return florin
}
