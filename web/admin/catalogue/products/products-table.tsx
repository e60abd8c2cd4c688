import { createContext, useContext } from 'react';
import type { Product } from '#shop/catalogue/catalogue.ts';
import { stockBand, stockMessage } from '#shop/catalogue/stock.ts';
import { formatRupees } from '#shop/money/money.ts';
import { useMay } from '#web/admin/lib/session.ts';
import { type AdminColumn, AdminTable } from '#web/admin/ui/admin-table.tsx';
import { TickBox } from '#web/admin/ui/ticks.tsx';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Pencil, Trash2 } from '#web/ui/page-icons.ts';
import { ProductImage } from '#web/ui/product-image.tsx';
import { StatusPill, type Tone } from '#web/ui/status-pill.tsx';
import { Meter } from './meter.tsx';
import type { ProductActions } from './use-product-actions.ts';

interface Admin {
  actions: ProductActions;
  onEdit: (id: string) => void;
  ticked: ReadonlySet<string>;
  tick: (ids: string[], on: boolean) => void;
  all: string[];
}

/**
 * The actions of a row. The column objects must stay the same, because new ones would remount every
 * cell and lose the focus.
 */
const AdminContext = createContext<Admin | null>(null);

interface ProductsTableProps {
  products: Product[];
  openId: string | null;
  stale: boolean;
  actions: ProductActions;
  onEdit: (id: string) => void;
  ticked: ReadonlySet<string>;
  tick: (ids: string[], on: boolean) => void;
}

const idOf = (product: Product) => product.id;

/** The list of products: Product, Category, Price, Stock, Status, Rating, Actions (R1.2). */
export function ProductsTable({ products, openId, stale, ...admin }: ProductsTableProps) {
  return (
    <AdminContext value={{ ...admin, all: products.map(idOf) }}>
      <AdminTable
        caption="Products"
        className="products-table"
        columns={COLUMNS}
        rows={products}
        rowId={idOf}
        openId={openId}
        stale={stale}
      />
    </AdminContext>
  );
}

const COLUMNS: AdminColumn<Product>[] = [
  {
    id: 'tick',
    header: () => <TickAll />,
    meta: { name: 'tick' },
    cell: ({ row: { original: product } }) => <Tick product={product} />,
  },
  {
    id: 'product',
    header: 'Product',
    meta: { name: 'product' },
    cell: ({ row: { original: product } }) => (
      <span className="flex gap-[0.7rem] items-center min-w-0">
        <ProductImage
          src={product.image}
          alt=""
          cloth={product.categorySlug}
          sizes="44px"
          className="flex-none w-11 rounded-[7px]"
        />
        <span className="min-w-0">
          <b className="admin-clip">{product.name}</b>
          <small className="admin-clip">
            {product.sizes.map(({ size }) => size).join(', ') || product.weight || '—'}
          </small>
          <Meter product={product} name={product.name} />
        </span>
      </span>
    ),
  },
  {
    id: 'category',
    header: 'Category',
    meta: { name: 'category' },
    cell: ({ row: { original: product } }) => product.category || '—',
  },
  {
    id: 'price',
    header: 'Price',
    meta: { name: 'price', className: 'end' },
    cell: ({ row: { original: product } }) => <Price product={product} />,
  },
  {
    id: 'stock',
    header: 'Stock',
    meta: { name: 'stock' },
    cell: ({ row: { original: product } }) => <Stock product={product} />,
  },
  {
    id: 'status',
    header: 'Status',
    meta: { name: 'status' },
    cell: ({ row: { original: product } }) => <Status product={product} />,
  },
  {
    id: 'rating',
    header: 'Rating',
    meta: { name: 'rating' },
    cell: ({ row: { original: product } }) => (
      <span className="num">
        {product.rating.average > 0 ? product.rating.average.toFixed(1) : '—'}{' '}
        <span className="text-ink-soft">({product.totalReviews})</span>
      </span>
    ),
  },
  {
    id: 'actions',
    header: 'Actions',
    meta: { name: 'actions', className: 'end' },
    cell: ({ row: { original: product } }) => <Actions product={product} />,
  },
];

function Tick({ product }: { product: Product }) {
  return <TickBox ticks={useContext(AdminContext)} of={[product.id]} label={`Tick ${product.name}`} />;
}

function TickAll() {
  const admin = useContext(AdminContext);
  return <TickBox ticks={admin} of={admin?.all ?? []} label="Tick all products of this page" />;
}

/** The price of the first size. Opens cost and sale prices of every size, for who may see them. */
function Price({ product }: { product: Product }) {
  const admin = useContext(AdminContext);
  const may = useMay();
  const figures = (
    <>
      <b className="num">{formatRupees(product.price)}</b>
      {product.originalPrice > product.price && (
        <small>
          <span className="sr-only">MRP </span>
          <s>{formatRupees(product.originalPrice)}</s>
        </small>
      )}
      {product.regularPrice !== undefined && <small>Sale, usually {formatRupees(product.regularPrice)}</small>}
    </>
  );
  if (!may('PUT /admin/products/:id/prices')) return figures;
  return (
    <button type="button" className="price-button" onClick={() => admin?.actions.askPrices(product)}>
      <span className="sr-only">Prices of {product.name}: </span>
      {figures}
    </button>
  );
}

/**
 * The total stock, plus the size with the least stock when it runs low. Opens the stock of every
 * size.
 */
function Stock({ product }: { product: Product }) {
  const admin = useContext(AdminContext);
  const sizes =
    product.sizes.length > 0 ? product.sizes : [{ size: product.weight || 'All', stock: product.stockCount }];
  const least = sizes.reduce((low, size) => (size.stock < low.stock ? size : low));
  const total = sizes.reduce((sum, { stock }) => sum + stock, 0);
  return (
    <button type="button" className="stock-button" onClick={() => admin?.actions.askStock(product)}>
      <span className="sr-only">Stock of {product.name}: </span>
      <b className="num">{total}</b>
      {stockBand(least.stock) !== 'in' && (
        <span className="flag">
          {least.size}: {stockMessage(least.stock)}
        </span>
      )}
    </button>
  );
}

const TONES: Record<Product['status'], Tone> = { Active: 'green', Inactive: 'gray', 'Out of Stock': 'red' };

function Status({ product }: { product: Product }) {
  const admin = useContext(AdminContext);
  const next = product.status === 'Active' ? 'Inactive' : 'Active';
  const word = next === 'Active' ? 'Activate' : 'Deactivate';
  return (
    <span className="status-cell">
      <StatusPill tone={TONES[product.status]} admin>
        {product.status}
      </StatusPill>
      <Button
        variant="text"
        size="admin"
        busy={admin?.actions.isSavingStatus(product.id)}
        aria-label={`${word} ${product.name}`}
        onClick={() => admin?.actions.setStatus(product, next)}
      >
        {word}
      </Button>
    </span>
  );
}

function Actions({ product }: { product: Product }) {
  const admin = useContext(AdminContext);
  return (
    <span className="row-actions">
      <Button
        variant="quiet"
        size="admin"
        aria-label={`Edit ${product.name}`}
        onClick={() => admin?.onEdit(product.id)}
      >
        <Icon of={Pencil} /> Edit
      </Button>
      <Button
        variant="line"
        size="admin"
        className="btn-admin-icon"
        aria-label={`Delete ${product.name}`}
        onClick={() => admin?.actions.askDelete(product)}
      >
        <Icon of={Trash2} />
      </Button>
    </span>
  );
}
