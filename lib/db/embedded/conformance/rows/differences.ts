import type { Difference } from "../row";

const manual = "https://www.mongodb.com/docs/manual/";

const page = (path: string, reason: string): Difference => ({ reason, documentation: `${manual}${path}` });

/**
 * The rows in which the independent server answers differently and MongoDB's manual says otherwise, by
 * the row's name. Where the other server is a MongoDB, it has to answer as the embedded database does.
 */
export const differences: Record<string, Difference> = {
  // Filters
  "logic: $mod of doubles": page(
    "reference/operator/query/mod/",
    "Divisor and remainder are rounded towards zero.",
  ),
  "arrays: $elemMatch with $or": page(
    "reference/operator/query/elemMatch/",
    "Only $where and $text are excluded from $elemMatch.",
  ),
  "arrays: $all with null finds missing fields": page(
    "reference/operator/query/all/",
    "$all is an $and of equalities, and null equals a missing field.",
  ),
  "paths: $elemMatch null": page(
    "reference/operator/query/elemMatch/",
    "An element that is an array is a document with numbered fields; it lacks the field, which null matches.",
  ),
  "refused filters: $mod with three numbers": page(
    "reference/operator/query/mod/",
    "More than two numbers are an error.",
  ),
  "refused filters: an operator beside a field": page(
    "reference/operator/query/",
    "Within an operator expression every field is an operator; x is none.",
  ),
  "refused filters: $text without an index": page(
    "reference/operator/query/text/",
    "A collection must have a text index; the code of a missing index is 27 IndexNotFound.",
  ),
  "collation: without case": page(
    "reference/collation/",
    "$lt compares by the collation, in which ána comes before b and Bob after it.",
  ),
  // Sorting
  "sort paths: ascending": page(
    "reference/bson-type-comparison-order/",
    "An ascending sort takes an array's smallest element; an element without the field counts as null.",
  ),
  "sort paths: two paths through the same array": page(
    "reference/bson-type-comparison-order/",
    "An ascending sort takes an array's smallest element; an element without the field counts as null.",
  ),
  "sort values: descending": page(
    "reference/bson-type-comparison-order/",
    "Numbers compare by their exact values: the double 0.1 is a little more than the decimal 0.1.",
  ),
  "sort values: binary by length, subtype, bytes": page(
    "reference/bson-type-comparison-order/",
    "Binary data sorts by length, then subtype, then byte by byte.",
  ),
  // Projections
  "projection: $slice of a path": page(
    "reference/operator/projection/slice/",
    "A path goes through arrays of documents, as in every projection.",
  ),
  "refused projections: a $-name": page(
    "core/dot-dollar-considerations/",
    "A field path may not start with a dollar sign.",
  ),
  "refused projections: an empty name": page(
    "core/field-paths/",
    "A field path has at least one name, and none that is empty.",
  ),
  "refused projections: a trailing dot": page("core/field-paths/", "A field path has no empty names."),
  "refused projections: an unknown expression": page(
    "reference/method/db.collection.find/",
    "A find's projection takes the expressions of $project and refuses others with its code, 31325.",
  ),
  // Updates
  "$set: fields are added in the order of their names": page(
    "reference/operator/update/set/",
    "Since MongoDB 5.0, update operators process fields in lexicographic order.",
  ),
  "$set: a value that is no document": page(
    "reference/operator/update/set/",
    "The operand is a document; the independent server answers an internal error.",
  ),
  "$bit: by a long": page(
    "reference/operator/update/bit/",
    "The operand is a 64-bit integer, and so is the result.",
  ),
  "pipeline update: a stage that is not allowed": page(
    "reference/command/update/",
    "A failure of one statement is reported in writeErrors, not as the command's.",
  ),
  "pipeline update: an unknown stage": page(
    "reference/command/update/",
    "A failure of one statement is reported in writeErrors, not as the command's.",
  ),
  "$push: an unknown clause": page(
    "reference/operator/update/push/",
    "Only $each, $slice, $sort and $position are clauses: a bad value, code 2.",
  ),
  "$pull: with $or": page(
    "reference/operator/update/pull/",
    "The condition applies to each element as if it were a top-level document.",
  ),
  "$pullAll: without an array": page(
    "reference/operator/update/pullAll/",
    "The operand is an array: a bad value, code 2.",
  ),
  "positional: in the first place": page(
    "reference/operator/update/positional/",
    "The operator follows the name of an array field.",
  ),
  "positional: a field of an element that is a scalar": page(
    "reference/operator/update/positional/",
    "A scalar has no fields: 28 PathNotViable, as without the operator.",
  ),
  "positional: $or": page(
    "reference/operator/update/positional/",
    "The array field is part of the query, in $or too.",
  ),
  "positional: $and": page(
    "reference/operator/update/positional/",
    "The array field is part of the query, in $and too.",
  ),
  "all elements: of a scalar": page(
    "reference/operator/update/positional-all/",
    "The field has to be an array.",
  ),
  "all elements: of a missing field": page(
    "reference/operator/update/positional-all/",
    "The path has to exist.",
  ),
  "array filters: with a pipeline": page(
    "reference/command/update/",
    "arrayFilters cannot be used with a pipeline.",
  ),
  // Writes
  "insert: an _id that is an array": page(
    "core/document/",
    "An _id may be of any type but array, regex and undefined.",
  ),
  "insert: an _id that is a pattern": page(
    "core/document/",
    "An _id may be of any type but array, regex and undefined.",
  ),
  "insert: an operator as _id's field": page(
    "core/dot-dollar-considerations/",
    "Fields within _id may not start with a dollar sign: 52 DollarPrefixedFieldName.",
  ),
  "distinct: a path through an array": page(
    "reference/command/distinct/",
    "Each element of an array counts as a value.",
  ),
  "upsert: a pattern is not taken": page(
    "reference/method/db.collection.update/",
    "An upsert takes equality conditions; a pattern is none.",
  ),
  "upsert: paths that overlap": page(
    "reference/method/db.collection.update/",
    "An upsert refuses dotted paths that overlap with another condition.",
  ),
  "upsert: the positional operator": page(
    "reference/operator/update/positional/",
    "The positional operator is not for upserts.",
  ),
  "findAndModify: the positional element": page(
    "reference/operator/update/positional/",
    "The positional operator works in every update whose query names the array.",
  ),
  "findAndModify: a positional projection": page(
    "reference/operator/projection/positional/",
    "The first element that matches the query's condition on the array.",
  ),
  // Pipelines
  "stages: $count of nothing": page(
    "reference/operator/aggregation/count/",
    "$count is a $group by null: no documents, no group.",
  ),
  "stages: $set over an array": page(
    "reference/operator/aggregation/addFields/",
    "A dotted path sets the field in each element of an array.",
  ),
  "stages: $unwind with an index": page(
    "reference/operator/aggregation/unwind/",
    "The index of an element is a long.",
  ),
  "stages: $bucket without a place": page(
    "reference/operator/aggregation/bucket/",
    "Without a default, a value outside the boundaries is an error: 40066 of the $switch it stands for.",
  ),
  "$group: $addToSet": page(
    "reference/operator/aggregation/sortArray/",
    "Mixed types sort in BSON order; the independent server answers an internal error.",
  ),
  "$group: an empty document and an empty array are two groups": page(
    "reference/bson-type-comparison-order/",
    "Documents and arrays are different types and never equal.",
  ),
  "refused pipelines: an unknown accumulator": page(
    "reference/operator/aggregation/group/",
    "The operator has to be an accumulator: 15952, unknown group operator.",
  ),
  "refused pipelines: $group with a dotted name": page(
    "reference/operator/aggregation/group/",
    "The names of a group's fields cannot be dotted.",
  ),
  "refused pipelines: $project mixing": page(
    "reference/operator/aggregation/project/",
    "Exclusion in an inclusive projection is refused with the same code as in a find: 31254.",
  ),
  "refused pipelines: $replaceRoot without newRoot": page(
    "reference/operator/aggregation/replaceRoot/",
    "newRoot is required; the code name of 40414 is IDLFailedToParse.",
  ),
  "refused pipelines: $addFields of nothing": page(
    "reference/operator/aggregation/addFields/",
    "At least one field has to be specified.",
  ),
  "refused pipelines: $addFields with colliding paths": page(
    "reference/operator/aggregation/addFields/",
    "A path cannot be set as a value and below that value at once.",
  ),
  "refused pipelines: an empty path": page("core/field-paths/", "A field path has at least one name."),
  "refused pipelines: a path that ends in a dot": page(
    "core/field-paths/",
    "A field path has no empty names.",
  ),
  "refused pipelines: two operators in one expression": page(
    "reference/operator/aggregation/",
    "An expression object has exactly one operator.",
  ),
  // Expressions
  "comparing: $not of a list": page(
    "reference/operator/aggregation/not/",
    "The argument is an array, and every array is true.",
  ),
  "lists: a path through documents": page(
    "core/field-paths/",
    "A path through an array of documents is the array of their values.",
  ),
  "documents: $unsetField": page(
    "reference/operator/aggregation/unsetField/",
    "The operator exists since 5.0.",
  ),
  "dates: $dateToString of null": page(
    "reference/operator/aggregation/dateToString/",
    "onNull is answered where the date is null.",
  ),
  // Indexes and commands
  "index: parallel arrays": page(
    "core/indexes/index-types/index-multikey/",
    "A compound index cannot hold two arrays of one document.",
  ),
  "index: listed for a collection that is not there": page(
    "reference/command/listIndexes/",
    "There are no indexes without a collection: 26 NamespaceNotFound.",
  ),
  "index: a key of zero": page(
    "reference/command/createIndexes/",
    "A key's value is a number above or below zero, or the name of a kind of index.",
  ),
  "index: no indexes": page("reference/command/createIndexes/", "At least one index has to be specified."),
  "with an index: a range over an array": page(
    "tutorial/query-arrays/",
    "Different elements may satisfy the conditions, with an index as without.",
  ),
  "with an index: $in with a pattern": page(
    "reference/operator/query/in/",
    "A pattern in $in matches, with an index as without.",
  ),
  "with an index: a prefix": page(
    "reference/operator/query/regex/",
    "A pattern matches the same documents with an index as without.",
  ),
  "cursor: killed that is not there": page("reference/command/killCursors/", "The ids of cursors are longs."),
  "large: an array element far beyond the end": page(
    "reference/operator/update/set/",
    "More than 1,500,000 elements are not filled up with null; the independent server answers an internal error.",
  ),
  "command: find with an unknown field": page(
    "reference/command/find/",
    "A command has the fields that are listed and no others: 40415.",
  ),
  "command: aggregate with an unknown field": page(
    "reference/command/aggregate/",
    "A command has the fields that are listed and no others: 40415.",
  ),
  "command: insert with an unknown field": page(
    "reference/command/insert/",
    "A command has the fields that are listed and no others: 40415.",
  ),
  "command: update without updates": page("reference/command/update/", "updates is required: 40414."),
  "command: an update without u": page("reference/command/update/", "u is required: 40414."),
  "command: find in a collection that is a number": page(
    "reference/command/find/",
    "The name of a collection is a string; the independent server answers an internal error.",
  ),
};
