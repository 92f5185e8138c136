import { refusals } from '#kernel/refusal.ts'

export const refuse = refusals({
  merchant_unknown: ['not_found', 'There is no merchant with this id.'],
  site_unknown: ['not_found', 'There is no site with this id.'],
  key_unknown: ['not_found', 'The site has no valid key with this id.'],
  key_is_current: ['conflict', 'This is the newest key of the site. To end it at once, rotate with no overlap.'],
  overlap_unusable: ['invalid', 'The time both keys are valid is from nothing to {daysMax} days.'],
  limit_unusable: ['invalid', 'A limit is a whole number from 1 to {max}.'],
  name_unusable: ['invalid', 'A name has 1 to {lengthMax} characters and no line breaks or control characters.'],
  currency_unusable: ['invalid', 'Give one or more of {currencies}.'],
  time_zone_unusable: ['invalid', 'Give a time zone by its IANA name, such as Europe/Bucharest.'],
  cut_off_unusable: ['invalid', 'Give the time of day as HH:MM.'],
  pricing_unusable: [
    'invalid',
    'A price is 0 to 10000 basis points and a fixed amount from 0 to {fixedMinorMax} minor units.',
  ],
  payout_max_unusable: ['invalid', 'The most that one payout may be is 1 to {max} minor units.'],
  retry_schedule_unusable: ['invalid', 'The retry schedule must be {rule}.'],
  attempts_max_unusable: ['invalid', 'The number of attempts is a whole number from 1 to {max}.'],
  url_unusable: [
    'invalid',
    'Give a full web address of at most {lengthMax} characters, with a host name and no password.',
  ],
  url_not_secure: ['invalid', 'A live site has https addresses only.'],
  logo_unusable: [
    'invalid',
    'A logo is a base64 data: URL of a PNG, JPEG, WebP or SVG image, with at most {lengthMax} characters.',
  ],
  accent_color_unusable: ['invalid', 'Give the colour as #rrggbb.'],
  frame_ancestors_unusable: ['invalid', 'Give up to {max} origins such as https://shop.example, without a path.'],
  email_unusable: ['invalid', 'Give an e-mail address.'],
  language_unusable: ['invalid', 'Letters are written in one of {languages}.'],
  email_taken: ['conflict', 'Somebody has this e-mail address already.'],
  role_unusable: ['invalid', 'An owner, staff or viewer belongs to a merchant; an operator belongs to none.'],
  password_unusable: ['invalid', 'A password has {lengthMin} to {lengthMax} characters.'],
})
