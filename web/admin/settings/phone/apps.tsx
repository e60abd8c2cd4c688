import type { ReactNode } from 'react';

export type ForwarderApp = 'url-forwarder' | 'sms-gateway' | 'other';

const AWAKE = {
  title: 'Keep the app awake',
  text: (
    <>
      Phone settings, Apps, the forwarder, Battery: choose <b>Unrestricted</b>. Otherwise messages come late or not at
      all.
    </>
  ),
};

/** The steps in each app, after the address. */
export const APPS: Record<ForwarderApp, { label: string; note: string; steps: { title: string; text: ReactNode }[] }> =
  {
    'url-forwarder': {
      label: 'SMS to URL Forwarder',
      note: 'Simple: one rule, nothing to sign in to.',
      steps: [
        {
          title: 'Add a rule in the app',
          text: (
            <>
              “Incoming SMS to URL forwarder” from F-Droid or its GitHub page: press <b>+</b>, enter the bank’s sender
              as it stands above its SMS (such as VM-HDFCBK-S; * for all), paste the address as the webhook URL, and
              leave the message template as it is.
            </>
          ),
        },
        {
          title: 'Forward only the bank’s messages',
          text: 'One rule for each sender of your bank is best. If a code (OTP) slips through, the shop drops it unread.',
        },
        AWAKE,
      ],
    },
    'sms-gateway': {
      label: 'SMS Gateway for Android',
      note: 'Signs what it sends. Needs https.',
      steps: [
        {
          title: 'Add a webhook in the app',
          text: (
            <>
              Register a webhook for the event <b>sms:received</b> with the address as its URL. The app accepts only
              addresses with https.
            </>
          ),
        },
        {
          title: 'Copy the signing key',
          text: 'In the app: Settings, Webhooks, Signing key. Enter it under “Signing keys” in the payment settings. From then on nobody else can send messages to your shop, even with the address.',
        },
        AWAKE,
      ],
    },
    other: {
      label: 'Another app',
      note: 'Anything that posts an SMS to an address.',
      steps: [
        {
          title: 'Post every SMS to the address',
          text: 'By POST, as JSON, form or text, with the sender (from or sender) and the text (text, message or body). Most forwarder apps do this as they come.',
        },
        AWAKE,
      ],
    },
  };
