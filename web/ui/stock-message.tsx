import './stock-message.css';
import { stockBand, stockMessage } from '#shop/catalogue/stock.ts';

/** Dot and text by stock level: 'In stock', 'Low stock', 'Only N left', 'Out of Stock'. */
export function StockMessage({ stock, className = '' }: { stock: number; className?: string }) {
  return <p className={`stock stock-${stockBand(stock)} ${className}`}>{stockMessage(stock)}</p>;
}
