import type { Language } from '../language.ts';
import { fillTemplate, type TemplateValues } from '../text/template.ts';

/**
 * The texts that the shop starts with, for a WhatsApp message about an order in each state. The
 * owner may rewrite them.
 */

interface ChatState {
  /** For staff. */
  readonly label: string;
  /** Placeholders beside those of every state. */
  readonly also?: readonly string[];
  readonly texts: Readonly<Record<Language, string>>;
}

const PARCEL = ['courier', 'tracking', 'parcel_link'] as const;

export const CHAT_STATES = {
  payment_due: {
    label: 'Payment awaited',
    texts: {
      en: `Hello {name}!
Thank you for your order {order} at {shop}. We have not received the UTR for your payment of {total} yet.
If you have paid, please send us the UTR number from your UPI app, here or on this page: {link}`,
      hi: `नमस्ते {name} जी!
{shop} से ऑर्डर करने के लिए धन्यवाद। आपके ऑर्डर {order} के {total} के पेमेंट का UTR नंबर हमें अभी नहीं मिला है।
अगर आपने पेमेंट कर दिया है, तो अपने UPI ऐप से UTR नंबर हमें यहीं भेज दीजिए, या इस पेज पर डाल दीजिए: {link}`,
      mr: `नमस्कार {name}!
{shop} वर ऑर्डर केल्याबद्दल धन्यवाद. तुमच्या ऑर्डर {order} च्या {total} पेमेंटचा UTR नंबर आम्हाला अजून मिळालेला नाही.
तुम्ही पेमेंट केले असेल, तर तुमच्या UPI ॲपमधील UTR नंबर आम्हाला इथेच पाठवा, किंवा या पेजवर टाका: {link}`,
    },
  },
  payment_abandoned: {
    label: 'Left while paying',
    texts: {
      en: `Hello {name}!
You were about to pay {total} at {shop} (number {order}). Did something go wrong? If you have paid, please do not pay again: send us the UTR number from your UPI app here.
If you would still like your order, your cart is waiting: {link}`,
      hi: `नमस्ते {name} जी!
आप {shop} पर {total} का पेमेंट करने वाले थे (नंबर {order})। कोई दिक्कत हुई? अगर आपने पेमेंट कर दिया है, तो दोबारा न करें: अपने UPI ऐप से UTR नंबर हमें यहीं भेज दीजिए।
अगर आप ऑर्डर करना चाहें, तो आपका कार्ट यहाँ है: {link}`,
      mr: `नमस्कार {name}!
तुम्ही {shop} वर {total} चे पेमेंट करणार होता (क्रमांक {order}). काही अडचण आली का? तुम्ही पेमेंट केले असेल, तर पुन्हा करू नका: तुमच्या UPI ॲपमधील UTR नंबर आम्हाला इथेच पाठवा.
तुम्हाला ऑर्डर करायची असेल, तर तुमचे कार्ट इथे आहे: {link}`,
    },
  },
  utr_check: {
    label: 'UTR to be verified',
    texts: {
      en: `Hello {name}!
We have received the UTR for your order {order} of {total}. We are checking it with our bank and will pack your order as soon as it is verified.
Your order: {link}`,
      hi: `नमस्ते {name} जी!
आपके ऑर्डर {order} ({total}) का UTR नंबर हमें मिल गया है। हम बैंक से इसकी जाँच कर रहे हैं। जाँच पूरी होते ही आपका ऑर्डर पैक कर देंगे।
आपका ऑर्डर: {link}`,
      mr: `नमस्कार {name}!
तुमच्या ऑर्डर {order} ({total}) चा UTR नंबर आम्हाला मिळाला आहे. आम्ही तो बँकेकडून तपासत आहोत. तपासणी होताच तुमची ऑर्डर पॅक करू.
तुमची ऑर्डर: {link}`,
    },
  },
  payment_failed: {
    label: 'Payment not found',
    texts: {
      en: `Hello {name}!
We could not find your payment of {total} for order {order} in our bank account. Please compare the UTR number with the one in your UPI app and send it to us again. We are keeping your order for you.
Your order: {link}`,
      hi: `नमस्ते {name} जी!
ऑर्डर {order} का {total} का पेमेंट हमें अपने बैंक खाते में नहीं मिला। कृपया अपने UPI ऐप में UTR नंबर एक बार देख लीजिए और सही नंबर हमें भेज दीजिए। आपका ऑर्डर हमने सँभालकर रखा है।
आपका ऑर्डर: {link}`,
      mr: `नमस्कार {name}!
ऑर्डर {order} साठीचे {total} चे पेमेंट आम्हाला आमच्या बँक खात्यात सापडले नाही. कृपया तुमच्या UPI ॲपमधील UTR नंबर पुन्हा पाहा आणि योग्य नंबर आम्हाला पाठवा. तुमची ऑर्डर आम्ही राखून ठेवली आहे.
तुमची ऑर्डर: {link}`,
    },
  },
  payment_reversed: {
    label: 'Payment reversed by the bank',
    texts: {
      en: `Hello {name}!
The bank has reversed your payment of {total} for order {order}, so we no longer have the money. Please pay again and send us the new UTR number from your UPI app. We are keeping your order for you. If you have a question, just write to us here.
Your order: {link}`,
      hi: `नमस्ते {name} जी!
बैंक ने ऑर्डर {order} का आपका {total} का पेमेंट लौटा दिया है, इसलिए पैसे अब हमारे पास नहीं हैं। कृपया दोबारा पेमेंट कीजिए और अपने UPI ऐप से नया UTR नंबर हमें भेज दीजिए। आपका ऑर्डर हमने सँभालकर रखा है। कोई भी सवाल हो, तो हमें यहीं लिखिए।
आपका ऑर्डर: {link}`,
      mr: `नमस्कार {name}!
ऑर्डर {order} साठीचे तुमचे {total} चे पेमेंट बँकेने परत केले आहे, त्यामुळे पैसे आता आमच्याकडे नाहीत. कृपया पुन्हा पेमेंट करा आणि UPI ॲपमधील नवा UTR नंबर आम्हाला पाठवा. तुमची ऑर्डर आम्ही राखून ठेवली आहे. काही प्रश्न असल्यास इथेच लिहा.
तुमची ऑर्डर: {link}`,
    },
  },
  payment_reversed_sent: {
    label: 'Payment reversed after shipping',
    texts: {
      en: `Hello {name}!
The bank has reversed your payment of {total} for order {order}, which we have already sent to you, so we no longer have the money. Please pay again and send us the new UTR number from your UPI app here. If you have a question, just write to us here.
Your order: {link}`,
      hi: `नमस्ते {name} जी!
बैंक ने ऑर्डर {order} का आपका {total} का पेमेंट लौटा दिया है, इसलिए पैसे अब हमारे पास नहीं हैं। यह ऑर्डर हम आपको भेज चुके हैं। कृपया दोबारा पेमेंट कीजिए और अपने UPI ऐप से नया UTR नंबर हमें यहीं भेज दीजिए। कोई भी सवाल हो, तो हमें यहीं लिखिए।
आपका ऑर्डर: {link}`,
      mr: `नमस्कार {name}!
ऑर्डर {order} साठीचे तुमचे {total} चे पेमेंट बँकेने परत केले आहे, त्यामुळे पैसे आता आमच्याकडे नाहीत. ही ऑर्डर आम्ही तुम्हाला पाठवली आहे. कृपया पुन्हा पेमेंट करा आणि UPI ॲपमधील नवा UTR नंबर आम्हाला इथेच पाठवा. काही प्रश्न असल्यास इथेच लिहा.
तुमची ऑर्डर: {link}`,
    },
  },
  packing: {
    label: 'Verified, packing',
    texts: {
      en: `Hello {name}!
We have received your payment of {total}, thank you. We are packing your order {order} and will tell you when it is on its way.
{shop}`,
      hi: `नमस्ते {name} जी!
आपका {total} का पेमेंट हमें मिल गया है, धन्यवाद। हम आपका ऑर्डर {order} पैक कर रहे हैं और भेजते ही आपको बता देंगे।
{shop}`,
      mr: `नमस्कार {name}!
तुमचे {total} चे पेमेंट आम्हाला मिळाले, धन्यवाद. आम्ही तुमची ऑर्डर {order} पॅक करत आहोत आणि पाठवताच तुम्हाला कळवू.
{shop}`,
    },
  },
  shipped: {
    label: 'Shipped',
    also: PARCEL,
    texts: {
      en: `Hello {name}!
Your order {order} from {shop} is on its way.
Courier: {courier}
Tracking number: {tracking}
See where it is: {parcel_link}`,
      hi: `नमस्ते {name} जी!
{shop} से आपका ऑर्डर {order} निकल चुका है।
कूरियर: {courier}
ट्रैकिंग नंबर: {tracking}
पार्सल यहाँ देखें: {parcel_link}`,
      mr: `नमस्कार {name}!
{shop} ची तुमची ऑर्डर {order} निघाली आहे.
कुरिअर: {courier}
ट्रॅकिंग नंबर: {tracking}
पार्सल इथे पाहा: {parcel_link}`,
    },
  },
  out_for_delivery: {
    label: 'Out for delivery',
    also: PARCEL,
    texts: {
      en: `Hello {name}!
Your order {order} is out for delivery. Please keep your phone at hand. The courier may call you.
Courier: {courier}
Tracking number: {tracking}`,
      hi: `नमस्ते {name} जी!
आपका ऑर्डर {order} डिलीवरी के लिए निकल चुका है। कृपया फ़ोन अपने पास रखें, कूरियर वाले आपको कॉल कर सकते हैं।
कूरियर: {courier}
ट्रैकिंग नंबर: {tracking}`,
      mr: `नमस्कार {name}!
तुमची ऑर्डर {order} डिलिव्हरीसाठी निघाली आहे. कृपया फोन जवळ ठेवा, कुरिअरवाले तुम्हाला फोन करू शकतात.
कुरिअर: {courier}
ट्रॅकिंग नंबर: {tracking}`,
    },
  },
  delivered: {
    label: 'Delivered',
    texts: {
      en: `Hello {name}!
Your order {order} has been delivered. We hope you enjoy it.
Is something damaged, wrong or missing? Tell us here or on this page within 7 days: {link}`,
      hi: `नमस्ते {name} जी!
आपका ऑर्डर {order} आप तक पहुँच गया है। उम्मीद है आपको पसंद आएगा।
कुछ टूटा-फूटा, गलत या कम निकला हो, तो हमें यहीं बताइए, या 7 दिन के अंदर इस पेज पर: {link}`,
      mr: `नमस्कार {name}!
तुमची ऑर्डर {order} तुमच्यापर्यंत पोहोचली आहे. तुम्हाला आवडेल अशी आशा आहे.
काही खराब, चुकीचे किंवा कमी निघाले, तर आम्हाला इथेच सांगा, किंवा 7 दिवसांत या पेजवर: {link}`,
    },
  },
  replacement_requested: {
    label: 'Replacement requested',
    texts: {
      en: `Hello {name}!
We have received your replacement request for order {order}. We are looking into it and will get back to you soon.
Your order: {link}`,
      hi: `नमस्ते {name} जी!
ऑर्डर {order} के लिए आपकी रिप्लेसमेंट रिक्वेस्ट हमें मिल गई है। हम इसे देख रहे हैं और जल्दी ही आपको बताएँगे।
आपका ऑर्डर: {link}`,
      mr: `नमस्कार {name}!
ऑर्डर {order} साठीची तुमची बदलून देण्याची विनंती आम्हाला मिळाली आहे. आम्ही ती पाहत आहोत आणि लवकरच तुम्हाला कळवू.
तुमची ऑर्डर: {link}`,
    },
  },
  replacement_approved: {
    label: 'Replacement approved',
    texts: {
      en: `Hello {name}!
The replacement for your order {order} is approved. We are packing the items again and will tell you when they are on their way.
{shop}`,
      hi: `नमस्ते {name} जी!
ऑर्डर {order} का रिप्लेसमेंट मंज़ूर हो गया है। हम सामान दोबारा पैक कर रहे हैं और भेजते ही आपको बता देंगे।
{shop}`,
      mr: `नमस्कार {name}!
ऑर्डर {order} बदलून देण्याची विनंती मंजूर झाली आहे. आम्ही सामान पुन्हा पॅक करत आहोत आणि पाठवताच तुम्हाला कळवू.
{shop}`,
    },
  },
  replacement_shipped: {
    label: 'Replacement shipped',
    also: PARCEL,
    texts: {
      en: `Hello {name}!
The replacement for your order {order} is on its way.
Courier: {courier}
Tracking number: {tracking}
See where it is: {parcel_link}`,
      hi: `नमस्ते {name} जी!
ऑर्डर {order} का रिप्लेसमेंट निकल चुका है।
कूरियर: {courier}
ट्रैकिंग नंबर: {tracking}
पार्सल यहाँ देखें: {parcel_link}`,
      mr: `नमस्कार {name}!
ऑर्डर {order} बदलून दिलेले सामान निघाले आहे.
कुरिअर: {courier}
ट्रॅकिंग नंबर: {tracking}
पार्सल इथे पाहा: {parcel_link}`,
    },
  },
  cancelled: {
    label: 'Cancelled',
    also: ['reason'],
    texts: {
      en: `Hello {name}!
Your order {order} has been cancelled.
Reason: {reason}
If you have paid, we will send your money back in 7–14 business days. If you have a question, just write to us here.`,
      hi: `नमस्ते {name} जी!
आपका ऑर्डर {order} रद्द कर दिया गया है।
वजह: {reason}
अगर आपने पेमेंट किया है, तो आपके पैसे 7–14 कामकाजी दिनों में वापस भेज दिए जाएँगे। कोई भी सवाल हो, तो हमें यहीं लिखिए।`,
      mr: `नमस्कार {name}!
तुमची ऑर्डर {order} रद्द केली आहे.
कारण: {reason}
तुम्ही पेमेंट केले असेल, तर तुमचे पैसे 7–14 कामकाजाच्या दिवसांत परत पाठवू. काही प्रश्न असल्यास इथेच लिहा.`,
    },
  },
  cancelled_reversed: {
    label: 'Cancelled, payment reversed',
    also: ['reason'],
    texts: {
      en: `Hello {name}!
Your order {order} has been cancelled.
Reason: {reason}
The bank has already returned your payment of {total} to you. If you have a question, just write to us here.`,
      hi: `नमस्ते {name} जी!
आपका ऑर्डर {order} रद्द कर दिया गया है।
वजह: {reason}
आपका {total} का पेमेंट बैंक आपको पहले ही लौटा चुका है। कोई भी सवाल हो, तो हमें यहीं लिखिए।`,
      mr: `नमस्कार {name}!
तुमची ऑर्डर {order} रद्द केली आहे.
कारण: {reason}
तुमचे {total} चे पेमेंट बँकेने तुम्हाला आधीच परत केले आहे. काही प्रश्न असल्यास इथेच लिहा.`,
    },
  },
  refund_due: {
    label: 'Refund due',
    also: ['refund'],
    texts: {
      en: `Hello {name}!
We will send your refund of {refund} for order {order} to the account that you paid from, in 7–14 business days.
If you have a question, just write to us here.`,
      hi: `नमस्ते {name} जी!
ऑर्डर {order} का {refund} का रिफ़ंड हम आपको भेज रहे हैं। पैसे 7–14 कामकाजी दिनों में उसी खाते में आएँगे जिससे आपने पेमेंट किया था।
कोई भी सवाल हो, तो हमें यहीं लिखिए।`,
      mr: `नमस्कार {name}!
ऑर्डर {order} चा {refund} चा रिफंड आम्ही तुम्हाला पाठवत आहोत. ज्या खात्यातून पेमेंट केले, त्याच खात्यात 7–14 कामकाजाच्या दिवसांत पैसे येतील.
काही प्रश्न असल्यास इथेच लिहा.`,
    },
  },
  refunded: {
    label: 'Refunded',
    also: ['refund'],
    texts: {
      en: `Hello {name}!
We have sent your refund of {refund} for order {order}. It usually reaches your bank account within a few business days.
{shop}`,
      hi: `नमस्ते {name} जी!
ऑर्डर {order} का {refund} का रिफ़ंड हमने आपको भेज दिया है। आम तौर पर पैसे कुछ कामकाजी दिनों में आपके बैंक खाते में आ जाते हैं।
{shop}`,
      mr: `नमस्कार {name}!
ऑर्डर {order} चा {refund} चा रिफंड आम्ही तुम्हाला पाठवला आहे. साधारणपणे काही कामकाजाच्या दिवसांत पैसे तुमच्या बँक खात्यात येतात.
{shop}`,
    },
  },
  returned: {
    label: 'Returned',
    texts: {
      en: `Hello {name}!
Your order {order} has come back to us. Please tell us here how we can help you.
{shop}`,
      hi: `नमस्ते {name} जी!
आपका ऑर्डर {order} हमारे पास वापस आ गया है। कृपया यहीं बताइए, हम आपकी क्या मदद कर सकते हैं।
{shop}`,
      mr: `नमस्कार {name}!
तुमची ऑर्डर {order} आमच्याकडे परत आली आहे. आम्ही तुमची काय मदत करू शकतो, ते इथेच सांगा.
{shop}`,
    },
  },
} as const satisfies Record<string, ChatState>;

export type ChatStateId = keyof typeof CHAT_STATES;
export const CHAT_STATE_IDS = Object.keys(CHAT_STATES) as [ChatStateId, ...ChatStateId[]];

/** The placeholders that a text of this state may have. */
export function chatPlaceholders(state: ChatStateId): readonly string[] {
  const { also = [] }: ChatState = CHAT_STATES[state];
  return ['name', 'order', 'total', 'shop', 'link', ...also];
}

/** What the owner has rewritten; the other texts are those of `CHAT_STATES`. */
export type ChatTexts = Partial<Record<ChatStateId, Partial<Record<Language, string>>>>;

/** The longest text of a link, URL-encoded: servers and phones accept addresses of this length. */
export const MAX_CHAT_ENCODED = 6_000;

/** The template of a state: the owner's, or that of the shop. */
export function chatTemplate(texts: ChatTexts, state: ChatStateId, language: Language): string {
  return texts[state]?.[language] || CHAT_STATES[state].texts[language];
}

/** The text of a message; what would make its link too long is cut off. */
export function chatText(template: string, values: TemplateValues): string {
  const text = fillTemplate(template, values);
  if (encodeURIComponent(text).length <= MAX_CHAT_ENCODED) return text;
  let room = MAX_CHAT_ENCODED - encodeURIComponent('…').length;
  let kept = '';
  for (const letter of text) {
    room -= encodeURIComponent(letter).length;
    if (room < 0) break;
    kept += letter;
  }
  return `${kept}…`;
}
