-- Its rows are in messages_before_original, which finds them as well.
drop index spending.messages_card_id_id_idx;
