import { ButtonLink } from '#web/ui/button.tsx';
import { ProductImage } from '#web/ui/product-image.tsx';

/** The page of an unknown product (R1.4); its status is 404 (D9). */
export function ProductNotFound() {
  return (
    <div className="page py-section">
      <div className="empty">
        <ProductImage src="" alt="" className="w-28" />
        <h1 className="text-display-lg">Product Not Found</h1>
        <p className="text-ink-soft">It may have been renamed or sold out.</p>
        <ButtonLink to="/all-products">All Products</ButtonLink>
      </div>
    </div>
  );
}
