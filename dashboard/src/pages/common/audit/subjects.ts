import type { Texts } from '../../../i18n/language.tsx'
import { at, type Scope } from '../../../urls.ts'

/** The things that the audit is about: of each the English and the Romanian word, without its id. */
const subjects: Readonly<Record<string, readonly [en: string, ro: string]>> = {
  acquirerBreak: ['Break of settlement', 'Diferență la decontare'],
  acquirerReport: ['Settlement report', 'Raport de decontare'],
  approval: ['Approval', 'Aprobare'],
  bankAccount: ['Bank account', 'Cont bancar'],
  bankFile: ['Bank file', 'Fișier bancar'],
  billingDetails: ['Billing details', 'Date de facturare'],
  binTable: ['Table of card ranges', 'Tabelul intervalelor de carduri'],
  block: ['Block', 'Blocare'],
  bureauRun: ['File for the bureau', 'Fișier pentru birou'],
  card: ['Card', 'Card'],
  cardDispute: ['Card dispute', 'Contestație de card'],
  cards: ['Stored cards', 'Carduri salvate'],
  chain: ['Chain', 'Blockchain'],
  clearingFile: ['Clearing file', 'Fișier de compensare'],
  clock: ['Test clock', 'Ceas de test'],
  connection: ['Connection to a processor', 'Conexiune la un procesator'],
  connector: ['Connector', 'Conector'],
  customerEmail: ['E-mail to a customer', 'E-mail către un client'],
  deposit: ['Deposit', 'Depozit'],
  dispute: ['Dispute', 'Contestație'],
  disputeEvent: ['Message about a dispute', 'Mesaj despre o contestație'],
  document: ['KYC document', 'Act KYC'],
  email: ['E-mail', 'E-mail'],
  export: ['Export', 'Export'],
  feeInvoice: ['Fee invoice', 'Factură de comision'],
  feeInvoices: ['Fee invoices of a month', 'Facturile de comision ale unei luni'],
  hit: ['Screening hit', 'Potrivire la verificare'],
  holder: ['Customer', 'Client'],
  inboundWebhook: ['Webhook of a processor', 'Webhook al unui procesator'],
  invoice: ['Invoice', 'Factură'],
  invoiceRequest: ['Invoice', 'Factură'],
  kycCase: ['KYC case', 'Caz KYC'],
  link: ['Payment link', 'Link de plată'],
  list: ['List', 'Listă'],
  merchant: ['Merchant', 'Comerciant'],
  merchantPayout: ['Payout', 'Plată către comerciant'],
  networkReport: ['Report of a card network', 'Raport al unei rețele de carduri'],
  notification: ['Notification', 'Notificare'],
  operatorTask: ['Task', 'Sarcină'],
  order: ['Order', 'Comandă'],
  partner: ['Partner', 'Partener'],
  payment: ['Payment', 'Plată'],
  payoutFile: ['Bank file of payouts', 'Fișier bancar cu plăți'],
  payoutTerms: ['Terms of payouts', 'Condiții de plată'],
  priceRule: ['Price', 'Preț'],
  prices: ['Prices', 'Prețuri'],
  product: ['Card product', 'Produs de card'],
  programme: ['Programme', 'Program'],
  rate: ['Exchange rate', 'Curs'],
  routingRule: ['Routing rule', 'Regulă de rutare'],
  screening: ['Screening', 'Verificare pe liste'],
  shopper: ['Customer', 'Client'],
  site: ['Site', 'Magazin'],
  siteKey: ['Key of a site', 'Cheie a unui magazin'],
  siteKeys: ['Keys of sites', 'Chei ale magazinelor'],
  staff: ['Person', 'Persoană'],
  staffEmail: ['E-mail to staff', 'E-mail către personal'],
  storedCard: ['Stored card', 'Card salvat'],
  table: ['Table', 'Tabel'],
  verification: ['Verification', 'Verificare'],
  view: ['Saved view', 'Vizualizare salvată'],
  wallet: ['Wallet', 'Portofel digital'],
  webhook: ['Webhook', 'Webhook'],
}

const inLanguage = (index: 0 | 1): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(subjects).map(([type, words]) => [type, words[index]]))

export const auditSubjects: Texts<Readonly<Record<string, string>>> = { en: inLanguage(0), ro: inLanguage(1) }

/** Below the address of each kind of staff, by what the audit and approvals call the thing. */
const pages: Readonly<Record<Scope['kind'], Readonly<Record<string, readonly string[]>>>> = {
  platform: {
    payment: ['payments'],
    kycCase: ['reviews', 'kyc'],
    hit: ['reviews', 'screening'],
    deposit: ['reviews', 'deposits'],
    approval: ['reviews', 'approvals'],
    merchant: ['merchants'],
    partner: ['partners'],
    programme: ['partners'],
    merchantPayout: ['money', 'payouts'],
    acquirerBreak: ['money', 'breaks'],
    acquirerReport: ['money', 'reports'],
    networkReport: ['money', 'network'],
    feeInvoice: ['money', 'invoices'],
    // Of a merchant: their id is its own.
    payoutTerms: ['merchants'],
    billingDetails: ['merchants'],
    product: ['platform', 'products'],
    cardDispute: ['disputes', 'cards'],
    staff: ['settings', 'staff'],
    connector: ['platform', 'connectors'],
  },
  merchant: {
    payment: ['payments'],
    order: ['orders'],
    shopper: ['customers'],
    link: ['links'],
    dispute: ['disputes'],
    notification: ['notifications'],
    merchantPayout: ['money', 'payouts'],
    site: ['sites'],
    staff: ['settings', 'team'],
    approval: ['reviews', 'approvals'],
  },
  partner: {
    card: ['cards'],
    holder: ['customers'],
    cardDispute: ['transactions', 'disputes'],
    product: ['programme', 'products'],
    kycCase: ['reviews', 'kyc'],
    hit: ['reviews', 'screening'],
    deposit: ['reviews', 'deposits'],
    staff: ['settings', 'team'],
    approval: ['reviews', 'approvals'],
  },
}

type Subject = { type: string; id?: string | undefined }
/** Of a site, with its merchant where that is known. */
type Owner = { kind: string; id: string; merchantId?: string | undefined }

/**
 * The page of a thing that the audit or an approval names; undefined where it has none. The operator has pages of a few
 * kinds of things; others are below the merchant or the partner whose affair they are.
 */
export function subjectPage({ type, id }: Subject, owner: Owner, scope: Scope): string | undefined {
  if (id === undefined) return undefined
  const own = pages[scope.kind][type]
  if (own) return at(scope, ...own, id)
  const whose = owner.merchantId === undefined ? owner : { kind: 'merchant', id: owner.merchantId }
  if (scope.kind !== 'platform' || (whose.kind !== 'merchant' && whose.kind !== 'partner')) return undefined
  const theirs = pages[whose.kind][type]
  return theirs && at({ kind: whose.kind, id: whose.id }, ...theirs, id)
}
