import type * as English from '../en/alerts.ts';

export const ALERT_SENT: typeof English.ALERT_SENT = {
  codeSent: 'अपना ई-मेल देखें और उसमें आया 6 अंकों का कोड यहाँ डालें।',
  phoneKept: 'धन्यवाद। स्टॉक में आते ही हम आपको WhatsApp पर बताएँगे।',
  confirmed: 'धन्यवाद। स्टॉक में आते ही हम आपको एक बार लिखेंगे।',
  phonesFull: 'अभी हम और मोबाइल नंबर नहीं ले पा रहे हैं। इसकी जगह अपना ई-मेल डालें।',
};
