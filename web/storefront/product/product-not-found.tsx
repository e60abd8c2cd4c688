import m from '#messages/product';
import { ButtonLink } from '#web/ui/button.tsx';
import { ProductImage } from '#web/ui/product-image.tsx';

/** The page of an unknown product (R1.4); its status is 404 (D9). */
export function ProductNotFound() {
  return (
    <div className="page py-section">
      <div className="empty">
        <ProductImage src="" alt="" className="w-28" />
        <h1 className="text-display-lg">{m.notFound()}</h1>
        <p className="text-ink-soft">{m.notFoundText()}</p>
        <ButtonLink to="/all-products">{m.allProducts()}</ButtonLink>
      </div>
    </div>
  );
}
