import { refusals } from '#kernel/base/refusal.ts'

export const refuse = refusals({
  merchant_not_found: ['not_found', 'There is no merchant with this id.'],
  site_not_found: ['not_found', 'There is no site with this id.'],
  key_not_found: ['not_found', 'The site has no valid key with this id.'],
  site_key_unreadable: [
    'conflict',
    'The private key of site {siteId} cannot be read. The operator makes a new one with: florin site rotate-key {siteId}',
  ],
  key_is_current: ['conflict', 'This is the newest key of the site. To end it at once, rotate with no overlap.'],
  invalid_overlap: ['invalid', 'The overlap of both keys is at most {daysMax} days.'],
  invalid_limit: ['invalid', 'A limit is a whole number from 1 to {max}.'],
  invalid_name: ['invalid', 'A name has 1 to {lengthMax} characters and no line breaks or control characters.'],
  invalid_currency: ['invalid', 'Use one or more of {currencies}.'],
  invalid_time_zone: ['invalid', 'Use the IANA name of a time zone, such as Europe/Bucharest.'],
  invalid_cut_off: ['invalid', 'Use a time of day in the form HH:MM.'],
  invalid_pricing: [
    'invalid',
    'A price is 0 to 10000 basis points and a fixed amount from 0 to {fixedMinorMax} minor units.',
  ],
  invalid_payout_max: ['invalid', 'The largest payout must be 1 to {max} minor units.'],
  invalid_split_sites: ['invalid', 'Use up to {max} ids of sites, such as 10001.'],
  invalid_retry_schedule: ['invalid', 'The retry schedule must be {rule}.'],
  invalid_attempts_max: ['invalid', 'The number of attempts is a whole number from 1 to {max}.'],
  invalid_url: [
    'invalid',
    'Use a full web address of at most {lengthMax} characters, with a host name and no password.',
  ],
  url_not_secure: ['invalid', 'A live site has https addresses only.'],
  invalid_logo: [
    'invalid',
    'A logo is a base64 data: URL of a PNG, JPEG, WebP or SVG image, with at most {lengthMax} characters.',
  ],
  invalid_theme_color: ['invalid', 'Use a colour in the form #rrggbb.'],
  invalid_frame_ancestors: ['invalid', 'Use up to {max} origins such as https://shop.example, without a path.'],
  invalid_email: ['invalid', 'Use a valid e-mail address.'],
  invalid_category: ['invalid', 'Use a merchant category code of four digits, such as 5462 for bakeries.'],
  invalid_country: ['invalid', 'The country must be {rule}.'],
  invalid_invoicing_text: ['invalid', '{what} has 1 to {max} characters and no {none}.'],
  invalid_invoice_prefix: [
    'invalid',
    'A prefix has up to 20 letters, digits and - / _ . and ends with no digit, such as F-.',
  ],
  invoice_prefixes_alike: ['invalid', 'Invoices and credit notes need prefixes that differ, such as F- and C-.'],
  invalid_first_number: ['invalid', 'The first number is a whole number from 1 to {max}.'],
  invalid_vat_percent: ['invalid', 'A rate of VAT is 0 to 99 with at most four decimals, such as 19 or 5.5.'],
  invalid_language: ['invalid', 'Emails can be written in one of {languages}.'],
})
