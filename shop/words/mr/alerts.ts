import type * as English from '../en/alerts.ts';

export const ALERT_SENT: typeof English.ALERT_SENT = {
  codeSent: 'तुमचा ईमेल पाहा आणि त्यात आलेला 6 अंकी कोड इथे टाका.',
  phoneKept: 'धन्यवाद. स्टॉकमध्ये येताच आम्ही तुम्हाला WhatsApp वर कळवू.',
  confirmed: 'धन्यवाद. स्टॉकमध्ये येताच आम्ही तुम्हाला एकदा कळवू.',
  phonesFull: 'सध्या आम्हाला आणखी मोबाइल नंबर घेता येत नाहीत. त्याऐवजी तुमचा ईमेल टाका.',
};
