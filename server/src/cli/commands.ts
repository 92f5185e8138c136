import type { Command } from 'commander'
import { commandsOfPeople } from './commands-of-people.ts'

/** A command of `florin`: its part of the program is loaded when it is called, for to load all of it takes a second. */
export type ListedCommand = { name: string; description: string; load(): Promise<Command> }

/** Every command, under the headings of `florin --help`. */
export const commandGroups: Readonly<Record<string, readonly ListedCommand[]>> = {
  'Run it': [
    {
      name: 'start',
      description: 'run until stopped',
      load: async () => (await import('./start.ts')).startCommand(),
    },
    {
      name: 'doctor',
      description: 'look at everything that production needs, say what is wrong and what to do; changes nothing',
      load: async () => (await import('./doctor.ts')).doctorCommand(),
    },
    {
      name: 'migrate',
      description: 'migrate the database to the newest schema; safe to repeat, and while processes run',
      load: async () => (await import('./setup.ts')).migrateCommand(),
    },
    {
      name: 'setup',
      description: 'say what the installation is, staging or production, where its database does not',
      load: async () => (await import('./setup.ts')).setupCommand(),
    },
    {
      name: 'resume',
      description: 'after a restore: let renewals, payouts and retries continue; takes a --reason',
      load: async () => (await import('./resume.ts')).resumeCommand(),
    },
    {
      name: 'seed',
      description: 'create the demo bakery (staging only); repeating it changes nothing',
      load: async () => (await import('./setup.ts')).seedCommand(),
    },
    {
      name: 'clock',
      description: 'the logical clock of a staging installation; all processes use it',
      load: async () => (await import('./clock.ts')).clockCommand(),
    },
    {
      name: 'keys',
      description: 'the master keys: they seal card numbers and the private keys of sites',
      load: async () => (await import('./keys.ts')).keysCommand(),
    },
    {
      name: 'rates',
      description: 'exchange rates of currencies and coins, each with the euro',
      load: async () => (await import('./rates.ts')).ratesCommand(),
    },
    {
      name: 'partitions',
      description: 'tables that grow without end: partitioned by month, and old months moved to files and back',
      load: async () => (await import('./partitions.ts')).partitionsCommand(),
    },
    {
      name: 'docs',
      description: 'generate the pages on schema, states, recipes and configuration',
      load: async () => (await import('./docs.ts')).docsCommand(),
    },
    {
      name: 'completion',
      description: 'write a script by which bash or zsh completes florin: eval "$(florin completion bash)"',
      load: async () => (await import('./completion.ts')).completionCommand(),
    },
    {
      name: 'explain-commit',
      description:
        'show what a piece of due work would write first, and write nothing; without arguments, list the kinds',
      load: async () => (await import('./explain-commit.ts')).explainCommitCommand(),
    },
  ],
  'Payments of stores': [
    {
      name: 'merchant',
      description: 'the businesses that receive payments',
      load: async () => (await import('./merchant.ts')).merchantCommand(),
    },
    {
      name: 'bank-account',
      description: 'the bank accounts that merchants are paid to',
      load: async () => (await import('./bank-account.ts')).bankAccountCommand(),
    },
    {
      name: 'merchant-payout',
      description: 'payouts to bank accounts of merchants',
      load: async () => (await import('./merchant-payout.ts')).merchantPayoutCommand(),
    },
    {
      name: 'reconcile',
      description: 'reports of acquirers, and where they differ from the books',
      load: async () => (await import('./reconcile.ts')).reconcileCommand(),
    },
    {
      name: 'fee-invoice',
      description: "invoices and credit notes for the platform's fees",
      load: async () => (await import('./fee-invoice.ts')).feeInvoiceCommand(),
    },
    {
      name: 'site',
      description: 'the places where merchants sell, each with its own private key',
      load: async () => (await import('./site.ts')).siteCommand(),
    },
    {
      name: 'wallet',
      description: 'Apple Pay and Google Pay: ids, keys and certificates that open what they return',
      load: async () => (await import('./wallet.ts')).walletCommand(),
    },
    {
      name: 'payment',
      description: 'payments and what followed them: found, shown, changed by hand',
      load: async () => (await import('./payment.ts')).paymentCommand(),
    },
    {
      name: 'invoice',
      description: 'invoices that sites make for those who pay, and credit notes',
      load: async () => (await import('./invoice.ts')).invoiceCommand(),
    },
    {
      name: 'order',
      description: 'orders of shoppers: found, shown, cancelled, changed, billed by hand',
      load: async () => (await import('./order.ts')).orderCommand(),
    },
    {
      name: 'shopper',
      description: 'customers of stores, and their stored cards',
      load: async () => (await import('./shopper.ts')).shopperCommand(),
    },
    {
      name: 'session',
      description: 'payment pages that shoppers have open',
      load: async () => (await import('./session.ts')).sessionCommand(),
    },
    {
      name: 'card',
      description: 'stored cards',
      load: async () => (await import('./card.ts')).cardCommand(),
    },
    {
      name: 'payout',
      description: 'payouts without a known result',
      load: async () => (await import('./payout.ts')).payoutCommand(),
    },
    {
      name: 'dispute',
      description: 'disputes of payments, and how merchants respond to them',
      load: async () => (await import('./dispute.ts')).disputeCommand(),
    },
    {
      name: 'connector',
      description: 'connections to processors: credentials, checks, webhooks',
      load: async () => (await import('./connector.ts')).connectorCommand(),
    },
    {
      name: 'routing',
      description: 'which acquirer connector a payment is sent to',
      load: async () => (await import('./routing.ts')).routingCommand(),
    },
    {
      name: 'pricing',
      description: 'what payments cost merchants',
      load: async () => (await import('./pricing.ts')).pricingCommand(),
    },
    {
      name: 'limits',
      description: 'velocity limits: what cards are tried too often by',
      load: async () => (await import('./limits.ts')).limitsCommand(),
    },
    {
      name: 'bins',
      description: 'what is known of cards by the first digits of their numbers',
      load: async () => (await import('./bins.ts')).binsCommand(),
    },
    {
      name: 'notifications',
      description: 'notifications to stores about their payments',
      load: async () => (await import('./notifications.ts')).notificationsCommand(),
    },
    {
      name: 'emails',
      description: 'emails to shoppers',
      load: async () => (await import('./emails.ts')).emailsCommand(),
    },
  ],
  'Cards that partners issue': [
    {
      name: 'partner',
      description: 'the companies that issue our cards to their customers',
      load: async () => (await import('./partner.ts')).partnerCommand(),
    },
    {
      name: 'webhooks',
      description: 'events of partners and their deliveries',
      load: async () => (await import('./webhooks.ts')).webhooksCommand(),
    },
    {
      name: 'programme',
      description: 'which cards a partner may issue, and on which terms',
      load: async () => (await import('./programme.ts')).programmeCommand(),
    },
    {
      name: 'customer',
      description: 'customers of partners',
      load: async () => (await import('./customer.ts')).customerCommand(),
    },
    {
      name: 'kyc',
      description: 'whether we know who a customer is: what waits for a person to decide',
      load: async () => (await import('./kyc.ts')).kycCommand(),
    },
    {
      name: 'screening',
      description: 'sanctions lists, and customers whose names are on them',
      load: async () => (await import('./screening.ts')).screeningCommand(),
    },
    {
      name: 'account',
      description: 'accounts of the customers of partners',
      load: async () => (await import('./account.ts')).accountCommand(),
    },
    {
      name: 'cards',
      description: 'the cards that partners issue to their customers',
      load: async () => (await import('./cards.ts')).cardsCommand(),
    },
    {
      name: 'topups',
      description: 'money that customers put on their accounts',
      load: async () => (await import('./topups.ts')).topupsCommand(),
    },
    {
      name: 'chains',
      description: 'the chains on which customers top up, and their coins',
      load: async () => (await import('./chains.ts')).chainsCommand(),
    },
    {
      name: 'spend',
      description: 'play a card network for a card; in staging only',
      load: async () => (await import('./spend.ts')).spendCommand(),
    },
    {
      name: 'explain',
      description: 'show what every rule has said of a card transaction, and what the network has said since',
      load: async () => (await import('./explain.ts')).explainCommand(),
    },
    {
      name: 'card-dispute',
      description: 'what customers dispute about payments with issued cards',
      load: async () => (await import('./card-dispute.ts')).cardDisputeCommand(),
    },
    {
      name: 'network',
      description: 'card networks: their clearing files, and lines that speak ISO 8583',
      load: async () => (await import('./network.ts')).networkCommand(),
    },
    {
      name: 'on-us',
      description: 'payments with our own cards',
      load: async () => (await import('./on-us.ts')).onUsCommand(),
    },
  ],
  'People, books and what was done': commandsOfPeople,
}
