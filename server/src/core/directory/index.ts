/**
 * Who sells here: merchants, their sites, the private keys of the sites, and the audit of every change of
 * money or access. Everything other modules may use is exported here.
 */
export { auditEntry, difference } from './audit.ts'
export {
  type AuditEntry,
  auditAfter,
  auditEntriesOf,
  auditEntryOf,
  auditSelected,
  auditSplits,
  auditTable,
} from './audit-entries.ts'
export { shopperAuthor, siteKeyAuthor, workAuthor } from './authors.ts'
export { boundTables } from './bound.ts'
export { merchantAfter } from './change-merchant.ts'
export { siteAfter } from './change-site.ts'
export type {
  Author,
  Directory,
  Merchant,
  MerchantInput,
  NewSiteKey,
  Page,
  Site,
  SiteInput,
  SiteKey,
} from './directory.ts'
export { checkEmail, normalEmail } from './email.ts'
export { everyMerchant, everySite } from './every.ts'
export type { MerchantId, SiteId } from './ids.ts'
export type { Invoicing, InvoicingInput } from './invoicing.ts'
export {
  displayPrivateKey,
  publicKey,
  readMerchantId,
  readPrivateKey,
  readSiteId,
  siteIdOfPublicKey,
} from './key-forms.ts'
export { merchantsSelected, merchantTable } from './list-merchants.ts'
export { logoOf } from './logo.ts'
export { merchantLock } from './merchant-lock.ts'
export { type MerchantStatus, merchantStates } from './merchant-states.ts'
export { checkName } from './name.ts'
export { openDirectory } from './open-directory.ts'
export { endOfOverlap } from './overlap.ts'
export { merchantOwner, platformOwner, siteOwner } from './owner.ts'
export { type PayForm, type PayFormField, type PayFormTexts, payFormFieldNames } from './pay-form.ts'
export { expectKeysToBelong, type GoneKey, proveKeys, type SealingSince } from './prove-keys.ts'
export { shortMemory } from './short-memory.ts'
export { siteDefaults } from './site-fields.ts'
export { type SiteWallet, siteWallets } from './site-wallets.ts'
