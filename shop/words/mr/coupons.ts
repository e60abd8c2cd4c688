import type * as English from '../en/coupons.ts';

/** By the reason: the sentence of the server is English. */
const REFUSALS: Record<English.Reason, (code: string) => string> = {
  unknown: (code) => `${code} हा कोड बरोबर नाही. स्पेलिंग तपासा.`,
  ended: (code) => `कोड ${code} ची मुदत संपली आहे.`,
  paused: (code) => `कोड ${code} सध्या चालत नाही.`,
  planned: (code) => `कोड ${code} अजून सुरू झालेला नाही.`,
  minimum: (code) => `कोड ${code} साठी तुमची ऑर्डर अजून कमी रकमेची आहे. कार्टमध्ये आणखी काही टाका.`,
  other_products: (code) => `कोड ${code} तुमच्या कार्टमधल्या वस्तूंवर लागू होत नाही.`,
  used_up: (code) => `कोड ${code} जितक्या वेळा वापरता येत होता, तितक्या वेळा वापरून झाला आहे.`,
  used_by_phone: (code) => `कोड ${code} या मोबाइल नंबरवर आधीच वापरला आहे.`,
  not_first: (code) => `कोड ${code} फक्त पहिल्या ऑर्डरवर लागू होतो.`,
  better_offer: (code) => `तुम्हाला कोड ${code} पेक्षा जास्त बचतीची ऑफर मिळत आहे, म्हणून तीच लागू केली आहे.`,
  at_order: (code) => `कोड ${code} तुमच्या मोबाइल नंबरवर लागू होतो का, ते ऑर्डर करताना तपासले जाईल.`,
  too_many_tries: () => 'खूप वेळा प्रयत्न झाले. 15 मिनिटांनी पुन्हा प्रयत्न करा.',
};

export const couponRefusal: typeof English.couponRefusal = ({ code, reason }) =>
  reason === null ? '' : REFUSALS[reason](code);
