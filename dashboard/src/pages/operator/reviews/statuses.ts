import type { Entry } from '../../../api/client.ts'
import type { Texts } from '../../../i18n/language.tsx'
import { statusesOf } from '../../../parts/status.tsx'

/** Of docs/states/approval.md. */
export const approvals = statusesOf<Entry<'listApprovals'>['status']>({
  requested: ['wait', 'Waits for a decision', 'Așteaptă o decizie'],
  approved: ['info', 'Approved, not used yet', 'Aprobată, nefolosită încă'],
  used: ['good', 'Approved and done', 'Aprobată și executată'],
  rejected: ['bad', 'Rejected', 'Respinsă'],
  expired: ['neutral', 'Expired', 'Expirată'],
})

/** Of docs/states/kyc.md. */
export const kycCases = statusesOf<Entry<'listKycCases'>['status']>({
  pending_review: ['wait', 'Waits for review', 'Așteaptă verificarea'],
  in_progress: ['info', 'With the customer', 'La client'],
  approved: ['good', 'Approved', 'Aprobat'],
  rejected: ['bad', 'Rejected', 'Respins'],
})

/** Of docs/states/hit.md. */
export const hits = statusesOf<Entry<'listHits'>['status']>({
  open: ['wait', 'Open', 'Deschisă'],
  false_positive: ['good', 'Another person', 'Altă persoană'],
  true_match: ['bad', 'This person', 'Această persoană'],
  superseded: ['neutral', 'No longer applies', 'Nu mai este valabilă'],
})

/** Of the deposits of coins; docs/states/deposit.md has the states of their transactions on the chain. */
export const deposits = statusesOf<Entry<'listDeposits'>['status']>({
  parked: ['wait', 'Waits for a decision', 'Așteaptă o decizie'],
  frozen: ['wait', 'Frozen by screening', 'Blocat de screening'],
  seen: ['info', 'Seen on the chain', 'Văzut în blockchain'],
  waiting: ['info', 'Waits for confirmations', 'Așteaptă confirmări'],
  credited: ['good', 'Credited', 'Creditat'],
  returned: ['neutral', 'Returned', 'Returnat'],
  writtenOff: ['neutral', 'Written off', 'Scos din evidență'],
  reclaimed: ['neutral', 'Reclaimed', 'Recuperat'],
  dropped: ['neutral', 'Left the chain', 'Ieșit din blockchain'],
  lost: ['bad', 'Lost after credit', 'Pierdut după creditare'],
})

/** What each action is that may need a second person. */
export const approvalActions = {
  en: {
    'kyc:decide': 'KYC decision',
    'screening:decide': 'Screening decision',
    'topups:decide': 'Deposit decision',
    'topups:release': 'Release of a deposit',
    'merchant-payouts:create': 'Payout to a merchant',
    'bank-accounts:change': 'Bank account of a merchant',
    'settlements:adjust': 'Write-off of a break',
    'settlements:resolve': 'Fee of an acquirer',
    'settlements:change': 'Terms of a merchant',
    'refunds:create': 'Refund',
    'pricing:change': 'Price',
    'fee-invoices:create': 'Fee invoices',
    'fee-invoices:credit': 'Credit note for fees',
    'merchants:close': 'Closing a merchant',
    'keys:reveal': 'Showing a private key',
    'connectors:change': 'Credentials of a processor',
    'persons:erase': 'Erasing a customer',
  },
  ro: {
    'kyc:decide': 'Decizie KYC',
    'screening:decide': 'Decizie de screening',
    'topups:decide': 'Decizie despre o depunere',
    'topups:release': 'Eliberarea unei depuneri',
    'merchant-payouts:create': 'Virament către un comerciant',
    'bank-accounts:change': 'Contul bancar al unui comerciant',
    'settlements:adjust': 'Trecerea pe cheltuieli a unei diferențe',
    'settlements:resolve': 'Comisionul unei bănci acceptatoare',
    'settlements:change': 'Condițiile unui comerciant',
    'refunds:create': 'Rambursare',
    'pricing:change': 'Preț',
    'fee-invoices:create': 'Facturi de comision',
    'fee-invoices:credit': 'Notă de credit pentru comisioane',
    'merchants:close': 'Închiderea unui comerciant',
    'keys:reveal': 'Afișarea unei chei private',
    'connectors:change': 'Datele de acces la un procesator',
    'persons:erase': 'Ștergerea datelor unui client',
  },
} satisfies Texts<Record<Entry<'listApprovals'>['action'], string>>

export const listNames = {
  en: { ofac: 'OFAC', eu: 'European Union' },
  ro: { ofac: 'OFAC', eu: 'Uniunea Europeană' },
} satisfies Texts<Record<Entry<'listHits'>['list'], string>>

/** The score of a match, between 0 and 1, as people say it. */
export const percentOf = (score: number): string => `${Math.round(score * 100)} %`

type Coins = Pick<Entry<'listDeposits'>, 'cryptoAmount' | 'cryptoCurrency' | 'units' | 'contract'>

/** How many coins: of a kind that is not known, the units of its contract. */
export const coinsOf = ({ cryptoAmount, cryptoCurrency, units, contract }: Coins): string =>
  cryptoAmount === undefined ? `${units} × ${contract ?? '?'}` : `${cryptoAmount} ${cryptoCurrency ?? ''}`
