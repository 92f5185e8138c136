/** What the modules of acquiring refuse, in Romanian, by the codes of the refusals. */
export const acquiringInRomanian: Readonly<Record<string, string>> = {
  // Of several modules.
  no_such_merchant: 'Nu există niciun comerciant cu acest id.',
  amount_not_positive: 'Suma trebuie să fie mai mare decât zero.',
  currency_not_supported: 'Niciun procesator al acestei platforme nu acceptă o plată în această monedă.',
  amount_not_supported: 'Niciun procesator al acestei platforme nu acceptă această sumă.',
  customer_not_found: 'Nu există acest client.',
  invalid_wallets: 'Alege dintre {wallets}, sau niciunul.',
  card_not_found: 'Nu există acest card aici.',
  dispute_not_found: 'Nu există contestația {disputeId}.',
  invalid_currency: 'Alege o monedă dintre cele permise.',
  merchant_payout_not_found: 'Nu există viramentul {payoutId} către un comerciant.',
  payment_in_progress: 'O plată a acestei comenzi este în curs sau s-a făcut deja; așteaptă rezultatul ei.',
  too_many_tests: 'Această adresă a fost încercată prea des. Așteaptă {retryAfterSeconds} secunde și încearcă din nou.',

  order_not_managed: 'Doar o comandă gestionată se facturează la cerere.',
  order_owes_nothing:
    'Comanda nu datorează nimic care să aștepte o nouă încercare; se facturează când ajunge la scadență.',
  amount_of_debt: 'Unei comenzi recurente i se încasează ce datorează; lasă suma goală.',
  order_without_card: 'Comanda nu are un card salvat de la care să se încaseze; dă-i mai întâi unul.',
  card_update_conflict: 'Între timp s-a încercat un card pentru comandă; uită-te mai întâi la comandă.',
  do_not_retry: 'Banca a refuzat cardul definitiv ({reason}); comanda are nevoie de alt card.',
  retry_limit_reached: 'Cardul a fost refuzat atât de des încât rețeaua lui nu mai permite încercări până la {until}.',

  invalid_bin_table: 'Rândul {line} nu poate fi citit. Nu s-a schimbat nimic.',
  repeated_bin_range: 'Fișierul are de două ori același interval. Nu s-a schimbat nimic.',
  invalid_bin: 'Un BIN este format din primele 6 până la 11 cifre ale unui număr de card.',

  dispute_event_not_found: 'Nu există un mesaj despre o contestație cu acest număr.',
  dispute_event_already_applied: 'Acest mesaj despre o contestație este deja aplicat; nu este nimic de reîncercat.',
  dispute_event_needs_no_review: 'Acest mesaj despre o contestație nu trebuie verificat.',
  dispute_state: 'Starea de acum a contestației {disputeId} nu permite aceasta.',
  dispute_without_response:
    'Banca acceptatoare a contestației {disputeId} nu primește răspunsuri prin Florin. Răspunde în portalul ei; dacă acel card este emis de această instalare, dă dovezile operatorului.',
  dispute_response_too_late:
    'La contestația {disputeId} se putea răspunde până la {respondBy}. Banca acceptatoare decide fără răspuns.',
  dispute_acceptance_not_confirmed:
    'Acceptarea unei contestații este definitivă: titularul cardului păstrează banii. Confirmă.',
  evidence_field_not_for_reason: 'Acest text nu ajută la o contestație cu acest motiv.',
  evidence_text_too_long: 'Un text de dovezi are cel mult {max} caractere. Adaugă restul ca fișier.',
  evidence_empty: 'Contestația {disputeId} nu are încă dovezi. Adaugă un text sau un fișier înainte de a le trimite.',
  evidence_file_too_large: 'Un fișier cu dovezi are cel mult {max} octeți. Trimite o scanare mai mică.',
  invalid_evidence_file: 'Trimite un JPEG, un PNG sau un PDF. Acest fișier nu este primit.',
  too_many_evidence_files: 'Contestația {disputeId} are {max} fișiere, adică maximul. Șterge mai întâi unul.',
  evidence_file_not_found: 'Contestația {disputeId} nu are fișierul {fileId}.',

  email_not_found: 'Acest magazin nu are un astfel de e-mail.',
  email_pending: 'Acest e-mail așteaptă deja să fie trimis.',
  email_expired: 'Conținutul acestui e-mail a fost șters, deci nu mai poate fi trimis.',

  fee_invoice_not_found: 'Nu există factura de comision {invoiceId}.',
  fee_invoice_credited: 'Factura {number} a fost deja stornată.',
  fee_invoice_is_credit_note: '{number} este o notă de stornare; doar o factură poate fi stornată.',
  fee_invoice_seller_missing:
    'O factură își numește vânzătorul. Setează FLORIN_SELLER_NAME, FLORIN_SELLER_ADDRESS și FLORIN_SELLER_COUNTRY.',
  fee_invoice_month: 'Luna trebuie să fie încheiată și scrisă ca 2026-05.',
  billing_details_none: 'Comerciantul {merchantId} nu are încă date de facturare.',
  billing_details_missing: 'Completează acest câmp: datele comerciantului nu îl au nici ele. Lipsesc acum: {fields}.',
  billing_country: 'Țara este un cod de două litere din ISO 3166-1, de exemplu RO.',
  billing_text: 'Textul are între 1 și {max} caractere.',
  billing_vat: 'TVA este între 0 și 5000 de puncte de bază; fără TVA, nota trebuie să spună de ce.',

  invoice_not_found: 'Nu există factura sau nota de stornare {invoiceId}.',
  invoice_without_address:
    'Comanda nu are adresă pentru facturi, iar magazinul nu trimite clienților. Scrie o adresă la care să ajungă.',
  invoice_request_not_found: 'Nu există cererea de factură {requestId}.',
  invoice_request_not_parked:
    'Cererea {requestId} nu este oprită: documentul ei este făcut deja sau se încearcă de la sine.',
  invoice_prefix_used:
    'Numerele după {prefix} au fost date către {others}, iar același număr s-ar tipări de două ori. Alege alt prefix.',
  invoice_series_begun:
    'Numerele după {prefix} au început: următorul este {next}. Pentru alt început, alege alt prefix.',

  link_not_found: 'Acest magazin nu are linkul de plată {hash}; poate a fost șters.',
  link_closed: 'Linkul de plată {linkId} este deja închis.',
  link_not_closed: 'Linkul de plată {linkId} este deschis: nu l-a închis nimeni.',
  link_changed_meanwhile:
    'Între timp, altcineva a schimbat acest link și nu s-a făcut nimic. Vezi cum este acum și trimite din nou.',

  merchant_unknown: 'Nu există comerciantul {merchantId}.',
  invalid_schedule: 'Programul este: manual, zilnic, săptămânal într-o zi, sau lunar într-o zi de la 1 la 28.',
  invalid_payout_time_zone: 'Scrie numele IANA al unui fus orar, de exemplu Europe/Bucharest.',
  invalid_payout_delay: 'Întârzierea este un număr întreg de zile, de la 0 la {max}.',
  invalid_payout_minimum: 'Un minim este o sumă și moneda ei, de exemplu 100.00 EUR.',
  invalid_reserve:
    'O rezervă este de 0 până la 10000 de puncte de bază din încasări, pentru 1 până la {daysMax} zile; amândouă sau niciuna.',
  invalid_bank_account: 'Scrie un IBAN, sau un număr de cont cu BIC și țară.',
  invalid_iban: 'Acesta nu este un IBAN: lungimea, forma sau cifrele de control sunt greșite.',
  invalid_account_number: 'Un număr de cont are între 4 și 34 de litere și cifre.',
  invalid_bic: 'Un BIC are 8 sau 11 litere și cifre, de exemplu AAAAROBU.',
  invalid_bank_country: 'Țara este un cod de două litere din ISO 3166-1, de exemplu RO.',
  invalid_account_holder:
    'Numele titularului contului are între 1 și {lengthMax} caractere, dintre care unele pe care o bancă le poate scrie.',
  invalid_bank_currency: 'Moneda este una dintre {currencies}.',
  bank_account_not_found: 'Acest comerciant nu are contul bancar {bankAccountId}.',
  bank_account_state: 'Starea de acum a contului bancar {bankAccountId} nu permite aceasta.',
  merchant_payout_state: 'Starea de acum a viramentului {payoutId} nu permite aceasta.',
  merchant_payout_to_bank: 'Conectorul băncii trimite singur viramentele; din ele nu se face un fișier.',
  merchant_payout_too_large: 'Acum se pot vira comerciantului {merchantId} cel mult {most} {currency}.',
  several_holds: 'Sunt mai multe opriri; alegeți-o pe cea care se încheie: {holds}.',
  hold_not_found: 'Nu există o oprire cu acest motiv. Cele care există: {holds}.',
  merchant_payout_hindered: 'Comerciantului {merchantId} nu i se poate vira în {currency}: {why}.',
  invalid_payout_amount: 'Suma este mai mare decât zero, cu zecimalele monedei ei, de exemplu 100.00.',
  invalid_bank_charge:
    'Comisionul este cel puțin zero și mai mic decât cei {amount} {currency} ai viramentului, în aceeași monedă și cu zecimalele ei.',
  payout_day_taken: 'Viramentul acestei zile este deja făcut.',
  no_payouts_to_file: 'Niciun virament nu așteaptă un fișier.',
  payout_debtor_missing:
    'Un fișier numește contul vostru bancar. Setează FLORIN_BANK_HOLDER, FLORIN_BANK_IBAN și FLORIN_BANK_BIC.',
  payout_file_not_found: 'Nu există fișierul de viramente {fileId}.',
  bank_file_unreadable: 'Acesta nu este un fișier pain.002, camt.053 sau camt.054.',

  notification_not_found: 'Nu există această notificare.',
  notification_pending: 'Această notificare este deja în curs de livrare.',
  site_key_missing: 'Magazinul nu are cheie privată. Fă-i mai întâi chei noi.',
  too_many_to_replay: 'Se potrivesc mai mult de {max} notificări. Restrânge filtrele, de exemplu la mai puține zile.',
  notification_url_missing: 'Magazinul nu are adresă pentru notificări. Pune una, apoi trimite din nou.',

  order_not_found: 'Nu există această comandă.',
  unexpected_order_status: 'Starea de acum a comenzii nu permite aceasta.',
  order_not_recurring: 'Doar o comandă recurentă are un calendar.',
  order_not_billed_later: 'Doar o comandă recurentă sau gestionată păstrează un card.',
  order_not_cancellable: 'Comanda este plătită; rambursează tranzacția ei.',
  order_not_ending: 'Comanda nu urmează să se încheie; nu este nimic de anulat.',
  cancelled_by_customer:
    'Clientul a anulat comanda: nu se mai facturează, și doar clientul o poate păstra, pe pagina comenzii. Dacă a anulat-o și comerciantul, nu mai poate fi păstrată.',
  cancelled_by_merchant: 'Comerciantul a anulat comanda, iar clientul nu o poate păstra.',
  order_not_billed_again:
    'Comanda se încheie cu perioada plătită și nu se mai facturează: nu există o scadență de mutat. Anulează mai întâi încheierea.',
  payment_owed:
    'Comanda datorează o plată, deci nu mai are o perioadă plătită: încheie-o acum sau după următoarea factură.',
  order_not_paid: 'Comanda nu are o plată care să poată fi returnată.',
  field_not_changeable: '{field} nu poate fi schimbat la o comandă; lasă-l cum este.',
  order_type_not_changeable: 'Tipul comenzii nu poate fi schimbat.',
  nothing_to_change: 'Schimbă data următoarei facturi, intervalul sau cardul.',
  site_inactive:
    'Magazinul nu primește plăți: este oprit, este de test în producție sau real în staging, ori comerciantul lui este închis.',
  invalid_amount: 'Scrie o sumă, de exemplu 9.90, cu cel mult două zecimale.',
  interval_missing: 'O comandă recurentă are un interval: zile sau luni, de la 1 la 365.',
  invalid_interval_type: 'Intervalul este în zile sau în luni.',
  invalid_interval_value: 'Intervalul este un număr întreg de la 1 la 365.',
  invalid_date: 'Scrie o dată, sau o dată cu oră și decalaj, de exemplu 2031-01-31T12:00:00+00:00.',
  date_past: 'Data trebuie să fie în viitor; acum este {now}.',
  date_too_far: 'Data trebuie să fie în următorii {yearsMax} ani.',
  invalid_retry_payment: 'Reîncercările nu sunt scrise corect.',
  card_expired: 'Cardul a expirat la sfârșitul lui {expiry}.',
  missing_original_network_transaction:
    'De la acest card nu se poate încasa fără client: nu se cunoaște o primă tranzacție a lui.',

  payment_not_found: 'Nu există această tranzacție.',
  unexpected_payment_status: 'Starea de acum a tranzacției nu permite aceasta.',
  payment_not_unresolved:
    'De la banca acceptatoare nu se așteaptă niciun rezultat al tranzacției care să poată fi trecut de mână.',
  result_still_awaited: 'Cererea tocmai a fost trimisă, iar rezultatul poate încă sosi. Încearcă din nou după {until}.',
  test_card: 'Acesta este numărul unui card de test; folosește unul real.',
  capture_too_large: 'Din această tranzacție se pot încasa cel mult {most} {currency}.',
  void_not_partial: 'O autorizare se anulează doar întreagă; lasă suma goală sau scrie {whole}.',
  nothing_left_to_refund: 'Toată suma este deja rambursată sau în curs de rambursare.',
  refund_too_large: 'Din această tranzacție se mai pot rambursa cel mult {most} {currency}.',
  payment_charged_back:
    'Banca titularului a contestat {chargedBack} {currency}, iar o rambursare ar plăti de două ori. Se pot rambursa cel mult {most} {currency}; așteaptă sfârșitul contestației înainte de a rambursa mai mult.',
  payout_is_final: 'O plată către card nu poate fi rambursată sau anulată; încasează de la client în schimb.',
  payments_paused:
    'Operatorul platformei a oprit plățile prin procesatorul acesteia și nu s-a făcut nimic. Trimite din nou mai târziu.',
  capture_not_partial: 'Procesatorul acestei tranzacții încasează tot sau nimic; lasă suma goală sau scrie {whole}.',

  payout_not_allowed: 'Acest magazin nu poate plăti către carduri. Cere permisiunea operatorului platformei.',
  payout_not_supported: 'Procesatorul plăților cu acest card nu poate plăti către carduri.',
  payouts_paused:
    'Operatorul platformei a oprit plățile către carduri prin procesatorul acestui card și nu s-a făcut nimic. Trimite din nou mai târziu.',
  payout_not_in_review: 'Nicio plată către card cu acest id nu așteaptă verificarea.',
  payout_too_large: 'Se pot plăti o dată cel mult {most} {currency}.',
  payout_not_covered: 'O plată către card se scade din soldul vostru: acum cel mult {most} {currency}.',
  payout_card_not_verified:
    'Se poate plăti doar către un card cu care acest client a plătit la acest magazin, în {currency}.',

  invalid_price_rule: 'Acest preț nu este corect. {why}',
  price_rule_not_found: 'Nu există prețul {ruleId}.',
  price_rule_ended: 'Prețul {ruleId} s-a încheiat deja, la {until}.',

  acquirer_report_invalid: 'Raportul nu poate fi citit și nu s-a păstrat nimic din el. {wrong}',
  acquirer_report_not_found: 'Nu există raportul {reportId} al unei bănci acceptatoare.',
  break_not_found: 'Nu există diferența {breakId}.',
  break_closed: 'Diferența {breakId} este deja rezolvată.',
  break_not_matched: 'Tranzacția {transactionId} nu se potrivește cu rândul diferenței {breakId}: {why}.',
  break_without_row: 'Diferența {breakId} este despre un rând care lipsește.',
  break_reported:
    'Tranzacția {transactionId} este acum într-un raport, deci nu este nimic de trecut pe pierderi: diferența {breakId} se rezolvă la următoarea comparare, în cel mult o zi.',
  break_not_written_off:
    'Diferența {breakId} este despre un comision: accept-o sau cere băncii acceptatoare să-l returneze.',
  break_not_acceptable: 'Doar un comision se acceptă cum este. Potrivește diferența {breakId} sau trece-o pe pierderi.',

  routing_connector_not_found: 'Nu există aici un conector cu acest nume. Există: {connectors}.',
  connector_already_paused: 'Conectorul {connector} este deja oprit.',
  connector_not_paused: 'Conectorul {connector} nu este oprit.',
  routing_rule_not_found: 'Nu există o regulă cu acest număr.',
  invalid_routing_rule: 'Această regulă nu este corectă. {why}',

  statement_days_in_future: 'Ultima zi este cel târziu astăzi, {today}.',
  statement_days_reversed: 'Prima zi nu poate fi după ultima, {to}.',
  statement_days_too_many: 'Acestea sunt {days} zile; un extras are cel mult {most}.',
  statement_currency_missing: 'Spune moneda; acest comerciant are {currencies}.',
  report_site_unknown: 'Acest comerciant nu are magazinul {siteId}.',
  statement_movements_too_many: 'Aceste zile au {count} mișcări; un extras are cel mult {most}. Alege mai puține zile.',

  no_address: 'Clientul nu are o adresă de e-mail care să poată fi folosită, sau aici nu se trimit e-mailuri.',
  self_service_not_available: 'Doar o comandă recurentă sau gestionată are o pagină pentru clientul ei.',

  payment_not_recoverable: 'Doar o plată refuzată a unei cumpărături poate fi plătită printr-un link.',
  order_already_paid: 'Comanda este plătită sau suma ei este rezervată: nu trebuie plătită din nou.',
  recovery_link_removed: 'Linkul care a recuperat această plată a fost șters definitiv.',
  recovery_link_not_open:
    'Linkul acestei plăți nu se trimite, fiindcă acum nu se poate plăti prin el. Uită-te la link.',
  session_not_open: 'Doar o pagină care așteaptă o plată poate fi încheiată.',

  currency_needed: 'Sumele se compară într-o singură monedă: alege și moneda.',
  amount_too_fine: 'Suma are mai multe zecimale decât {currency}.',
  reference_missing: 'Scrie referința băncii acceptatoare pentru ce a aprobat.',
  payment_text_not_understood:
    'Scrie unul din: id-ul unei plăți sau comenzi, numărul comenzii sau al clientului în magazin, o adresă de e-mail, o adresă IP, referința băncii acceptatoare, un cod de autorizare; sau părți ale unei plăți, de exemplu 1111 25.00 sau 25.00 EUR 2026-05-04 (ultimele patru cifre, suma, ziua).',

  velocity_count_not_found: 'Pentru {kind} {subject} nu se numără nimic.',
  invalid_block: 'Această blocare nu este corectă. {why}',
  block_not_found: 'Nu există o blocare cu acest id.',
  block_already_ended: 'Această blocare s-a încheiat deja.',
  too_many_blocks: 'Există deja {most} blocări. Încheie câteva de care nu mai este nevoie.',
}
