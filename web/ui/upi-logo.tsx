const logos = import.meta.glob<string>('../assets/upi-*.svg', { eager: true, query: '?url', import: 'default' });

/**
 * Our own drawing for a UPI app; decorative, because its name is always beside it. Unknown ids get
 * the generic one.
 */
export function UpiLogo({ app, size = 44 }: { app: string; size?: number }) {
  const src = logos[`../assets/upi-${app}.svg`] ?? logos['../assets/upi-other.svg'];
  return <img src={src} alt="" width={size} height={size} loading="lazy" />;
}
